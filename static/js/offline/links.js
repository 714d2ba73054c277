// A link on a page with an open match first asks whether the server answers, so that no tap leads
// to the browser's error page.
import { ask } from "../store/ask.js";
import { ROOT } from "../store/database.js";
import { send } from "../store/outbox.js";
import { findLive, here, sayMissing } from "./here.js";
import { goBack, show } from "./show.js";

const PROBE = 3000;
const SHORT = 300;
const FRESH = 2500;
const PATIENCE = 4000;
const VIEWS = {
  "?by=side": "tricks", "?change=bids": "change", "?change=end": "end", "?by=none": "", "": "",
};
const LINKS = "a[href]:not([href^='#']), [formaction]";
const passed = new WeakSet();
let answeredAt = 0;
let probing = null;
let isLeaving = false;
let giveUp;

// Starts on touch: a finger that is still down takes longer than most answers.
const probe = () => {
  probing = ask(findLive().dataset.live, { method: "HEAD", redirect: "manual" }, PROBE)
    .then(Boolean, () => false);
  return probing;
};

// Returns the view of the match that a link opens: empty for the one that is due, null for none.
const findView = ({ pathname, search }) => (
  pathname === findLive().dataset.live ? VIEWS[search] ?? null : null
);

// Over https, these open without the server.
const canOpen = ({ pathname }) => Boolean(navigator.serviceWorker?.controller)
  && ["offline", "matches/new", ""].some((page) => pathname === ROOT + page);

const open = (link, view) => {
  isLeaving = true;
  passed.add(link);
  link.click();
  passed.delete(link);
  // A server that stopped in between never answers.
  if (view !== null) giveUp = setTimeout(() => { stop(); show(view); }, PATIENCE);
  // A download stays on the page.
  setTimeout(() => { isLeaving = false; }, PROBE);
};

const follow = async (event) => {
  const link = event.target.closest?.(LINKS);
  const isPlain = !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey);
  if (!link || !isPlain || passed.has(link) || !here.match || !findLive()) return;
  event.preventDefault();
  const view = findView(link);
  const isDrawn = here.isAway && view !== null;
  const limit = here.isAway || Date.now() - answeredAt > FRESH ? PROBE : SHORT;
  const timeout = new Promise((resolve) => { setTimeout(resolve, limit, limit === SHORT); });
  if (!isDrawn && (await Promise.race([probing ?? probe(), timeout]) || canOpen(link))) {
    open(link, view);
  } else if (view !== null && here.match.base.counted && (here.isKept || here.isAway)) {
    show(view);
  } else {
    sayMissing();
  }
};

// A step in the history would lead away from the drawn view.
const scroll = (event) => {
  if (!here.isAway || !event.target.closest?.("[href='#sheet']")) return;
  event.preventDefault();
  document.getElementById("sheet").scrollIntoView();
};

// What needs the server stays in its place; a tap says so.
const refuse = (event) => {
  const key = event.target.closest?.("[aria-disabled=true]");
  if (!key) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // Not below the menu.
  key.closest(".menu")?.removeAttribute("open");
  sayMissing();
};

const tryAgain = async () => {
  const isAsked = document.querySelector("[data-conflict]");
  if (!here.isAway || document.hidden || isAsked || !await probe()) return;
  if (here.box) send();
  else if (!here.isBusy) goBack();
};

export const watchLinks = () => {
  document.addEventListener("pointerdown", ({ target }) => {
    probing = null;
    if (here.match && findLive() && target.closest?.(LINKS)) probe();
  });
  document.addEventListener("click", refuse, true);
  document.addEventListener("click", scroll);
  document.addEventListener("click", follow);
  addEventListener("pagehide", () => clearTimeout(giveUp));
  document.addEventListener("polled", ({ detail }) => { answeredAt = detail ? Date.now() : 0; });
  addEventListener("popstate", () => {
    if (!here.isAway) return;
    history.pushState(null, "", findLive().dataset.live);
    if (["tricks", "change", "end"].includes(here.view)) show();
    else sayMissing();
  });
  addEventListener("beforeunload", (event) => {
    if (here.isAway && here.box && !isLeaving) event.preventDefault();
  });
  setInterval(tryAgain, PROBE);
};
