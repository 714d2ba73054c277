// Keeps pages of a running match current. While something is being entered, nothing is replaced; a
// line says what happened.
import { copyAttributes, parsePage } from "../common/page.js";
import { findLive, setTag, startPolling } from "../common/polling.js";
import { showView } from "./exchange.js";

const QUIET = 8000;
const PARTS = [".bar__title", ".bar__back", ".bar__actions", "main"];
const WATCHED = ["watch", "board"];
const find = (selector, page = document) => page.querySelector(selector);
let quiet = 0;

// Replaces only what differs, so that what is open, scrolled to or focused stays.
const renew = (old, fresh) => {
  if (old.isEqualNode(fresh)) return;
  const [from, to] = [[...old.childNodes], [...fresh.childNodes]];
  const isSame = old.nodeName === fresh.nodeName && old.id === fresh.id;
  if (!isSame || from.length !== to.length || !from.length) {
    old.replaceWith(fresh);
    return;
  }
  copyAttributes(old, fresh);
  from.forEach((child, at) => renew(child, to[at]));
};

const showStatus = (message) => {
  const [status, usual] = find(".bar__turn").children;
  clearTimeout(quiet);
  status.className = "";
  status.textContent = message;
  usual.classList.toggle("hidden", Boolean(message));
  if (message) quiet = setTimeout(showStatus, QUIET, "");
};

const update = (page, message) => {
  const focused = document.activeElement;
  const id = focused.closest("[id]")?.id;
  for (const open of document.querySelectorAll("details[open][id]")) {
    page.getElementById(open.id)?.setAttribute("open", "");
  }
  document.title = page.title;
  const [status, usual] = find(".bar__turn").children;
  renew(usual, find(".bar__turn", page).children[1]);
  for (const part of PARTS) renew(find(part), find(part, page));
  if (!focused.isConnected && id) {
    const around = document.getElementById(id) ?? document;
    find(focused.tagName, around)?.focus({ preventScroll: true });
  }
  if (message) showStatus(message);
  else if (!status.textContent) usual.classList.remove("hidden");
};

const showNews = (message) => {
  const line = find(".news");
  if (!line) return;
  line.hidden = !message;
  line.firstElementChild.textContent = message;
};

const follow = (page) => {
  const [old, fresh] = [findLive().dataset, findLive(page).dataset];
  if (fresh.follow && !("follow" in old)) return location.assign(fresh.follow);
  if ([old.view, fresh.view].includes("waiting")) return location.replace(fresh.live);
  const queries = fresh.queries !== old.queries ? fresh.queries : "";
  const message = fresh.version !== old.version ? fresh.news : queries;
  if (WATCHED.includes(old.view) || !("keeps" in old)) update(page, message);
  else if (!["play", "over"].includes(old.view)) showNews(message);
  else if (fresh.view !== old.view) showView(page);
  else update(page, message);
};

// The answer to a save is the next view. The message that it is saved is only read aloud.
document.addEventListener("sent", (event) => {
  const response = event.detail;
  if (event.defaultPrevented || !response.headers.has("ETag")) return;
  const page = parsePage(response.page);
  const [status] = find(".bar__turn", page).children;
  // If there is no view, an error ends this, and the page is loaded.
  event.preventDefault();
  // Something newer may be shown by now.
  if (!event.target.isConnected) return;
  if (!status.textContent) {
    status.className = "hidden";
    status.textContent = decodeURIComponent(response.headers.get("X-Message") ?? "");
  }
  if (location.search || location.hash) {
    history.pushState(null, "", response.headers.get("Location"));
  }
  setTag(response.headers.get("ETag"));
  showView(page);
});

startPolling({
  isTouched: () => find("form[aria-busy], .menu[open], .rotate[open], [data-away]"),
  isNew: (old, fresh) => old.dataset.shown !== fresh.dataset.shown,
  show: follow,
  report: (asked, { isAnswered, isLost }) => {
    // The match was deleted, or this phone lost access: the page says so.
    if (isLost && asked.isConnected && WATCHED.includes(asked.dataset.view)) location.reload();
    document.dispatchEvent(new CustomEvent("polled", { detail: Boolean(isAnswered) }));
  },
});
