// Keeps a page current: asks for it again while it is visible.
import { correctClock } from "./clock.js";
import { parsePage } from "./page.js";

const SECOND = 1000;
const HIDDEN = 60;
const TIMEOUT = 8 * SECOND;

let known = null;
let isPressed = false;
let isPolling = false;
let timer = 0;

export const findLive = (page = document) => page.querySelector("[data-live]");

const ask = async (asked, { isTouched, isNew, show }) => {
  const response = await fetch(asked.dataset.live, {
    headers: known ? { "If-None-Match": known } : {},
    cache: "no-store",
    signal: AbortSignal.timeout?.(TIMEOUT),
  });
  correctClock(response);
  const page = response.ok && parsePage(await response.text());
  const fresh = page && findLive(page);
  // Since then a save may have shown something newer.
  if (fresh && asked.isConnected && !isPressed && !isTouched()) {
    const isChanged = known || isNew(asked, fresh);
    known = response.headers.get("ETag");
    if (isChanged) show(page);
  }
  // An error page of a proxy is no answer.
  return {
    isAnswered: response.status === 304 || fresh || !asked.isConnected,
    isLost: response.status === 404 || (page && !fresh),
  };
};

// `isTouched` keeps the page, `isNew` compares the first answer with it, `show` takes a new page,
// `report` hears of every answer, and whether the page is no longer there.
export const startPolling = (page) => {
  const schedule = () => {
    clearTimeout(timer);
    const every = Number(findLive()?.dataset.every);
    if (every) timer = setTimeout(poll, SECOND * (document.hidden ? HIDDEN : every));
  };
  const poll = async () => {
    const asked = findLive();
    if (isPolling || !Number(asked?.dataset.every)) return;
    isPolling = true;
    // Without a network the page stays as it is, and polls again.
    page.report(asked, await ask(asked, page).catch(() => ({})));
    isPolling = false;
    schedule();
  };

  for (const kind of ["pointerdown", "pointerup", "pointercancel"]) {
    document.addEventListener(kind, () => { isPressed = kind === "pointerdown"; }, true);
  }
  document.addEventListener("visibilitychange", () => (document.hidden ? schedule() : poll()));
  addEventListener("pageshow", ({ persisted }) => { if (persisted) poll(); });
  addEventListener("online", poll);
  document.addEventListener("view", schedule);
  schedule();
};

// What is open or closed stays so on a newer page.
export const keepOpen = (page) => {
  for (const { id, open } of document.querySelectorAll("details[id]")) {
    page.getElementById(id)?.toggleAttribute("open", open);
  }
};

// For another script that has shown a page.
export const setTag = (tag) => { known = tag; };
