// Shows another view of the match in place of this one, and keeps it current. While something is
// being entered, nothing is replaced; a line says what happened.
import { onTimeUp, showClock } from "../common/clock.js";
import { parsePage } from "../common/page.js";
import { findLive, keepOpen, setTag, startPolling } from "../common/polling.js";
import { renew } from "../common/renew.js";

const QUIET = 8000;
const LONG = 10000;
const SIGNAL = [400, 200, 400];
const PARTS = [
  ".bar__turn > :nth-child(2)", ".bar__title", ".bar__back", ".bar__actions", "main",
];
// Only a match that is over has this style.
const OVER = "[href$='/review.css']";
const WATCHED = ["watch", "board"];
const find = (selector, page = document) => page.querySelector(selector);
const readAddress = () => location.pathname + location.search;
let shown = readAddress();
let answered = new Date();
let misses = 0;
let quiet = 0;

const takeHead = (page) => {
  document.title = page.title;
  if (!find(OVER)) document.head.append(...page.querySelectorAll(OVER));
};

export const showView = (page) => {
  // Messages stay in the page: screen readers know this line.
  const notice = find("#notice");
  notice.textContent = "";
  document.body.append(notice);
  takeHead(page);
  for (const part of [".bar", "main"]) find(part).replaceWith(find(part, page));
  const { dataset } = findLive();
  dataset.fresh = "";
  history.replaceState(null, "", dataset.live);
  shown = readAddress();
  scrollTo({ top: 0, behavior: "instant" });
  document.dispatchEvent(new Event("view"));
};

const showStatus = (message) => {
  const [status] = find(".bar__turn").children;
  clearTimeout(quiet);
  status.className = "";
  status.textContent = message;
  if (message) quiet = setTimeout(showStatus, QUIET, "");
};

const update = (page, message) => {
  const focused = document.activeElement;
  const id = focused.closest("[id]")?.id;
  keepOpen(page);
  takeHead(page);
  for (const part of PARTS) renew(find(part), find(part, page));
  showClock();
  if (!focused.isConnected && id) {
    const around = document.getElementById(id) ?? document;
    find(focused.tagName, around)?.focus({ preventScroll: true });
  }
  if (message) showStatus(message);
};

onTimeUp(() => {
  const { said } = find("[data-ends]").dataset;
  if (!said) return;
  navigator.vibrate?.(SIGNAL);
  showStatus(said);
});

const showNews = (message) => {
  const line = find(".news");
  if (!line) return;
  line.hidden = !message;
  line.firstElementChild.textContent = message;
};

// Says since when the server has not answered, so that nobody takes an old score for current.
const showAge = (line) => {
  const { locale, sentence } = line.dataset;
  const time = answered.toLocaleTimeString(locale, { timeStyle: "short" });
  line.hidden = misses < 2 || new Date() - answered < LONG;
  // Screen readers announce what changes in a line that is already shown.
  const text = line.hidden ? "" : sentence.replace("{time}", time);
  setTimeout(() => { find(".stale__since", line).textContent = text; });
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
  isTouched: () => find("form[aria-busy], .menu[open], [data-away]"),
  isNew: (old, fresh) => old.dataset.shown !== fresh.dataset.shown,
  show: follow,
  report: (asked, { isAnswered, isLost }) => {
    // The match was deleted, or this phone lost access: the page says so.
    if (isLost && asked.isConnected && WATCHED.includes(asked.dataset.view)) location.reload();
    misses = isAnswered ? 0 : misses + 1;
    if (isAnswered) answered = new Date();
    document.querySelectorAll(".stale[data-sentence]").forEach(showAge);
    document.dispatchEvent(new CustomEvent("polled", { detail: Boolean(isAnswered) }));
  },
});

// Back and forward lead to other views.
addEventListener("popstate", () => {
  if (readAddress() !== shown && !find("[data-away]")) location.reload();
});
document.addEventListener("exchange", ({ detail }) => showView(detail));
