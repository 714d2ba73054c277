// Loads what a match needs to go on without the server last: on a phone's first visit with the
// second view, or as soon as nobody has tapped for a while. Then a phone that keeps the history
// asks for what is new.
import { DUE, isFirstVisit, list, PAUSE } from "./database.js";

const IDLE = 3000;
const LATEST = 1000;
// A match is just over, or this phone may have lost its access.
const NEWS = ".over--fresh, [data-lost], .hello";
const { offline } = document.getElementById("notice").dataset;
const find = (selector) => document.querySelector(selector);

const runIdle = (task) => {
  const run = window.requestIdleCallback ?? ((load) => setTimeout(load));
  run(() => task().catch(() => {}), { timeout: LATEST });
};

const prepare = () => {
  if (find("[data-skeletons]")) runIdle(() => import(offline));
};

const prepareOnceIdle = () => {
  let idle;
  const wait = () => {
    clearTimeout(idle);
    idle = setTimeout(prepare, IDLE);
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wait);
  wait();
};

const follow = () => {
  const wait = parseInt(localStorage.getItem(DUE), 10) - Date.now();
  if (Number.isNaN(wait) || find("[data-shell]")) return;
  // The next page may be one without access.
  if (find("[data-leaves]")) localStorage.setItem(DUE, 0);
  // A longer wait is from a clock that was wrong.
  else if (wait < 0 || wait > PAUSE || find(NEWS)) {
    runIdle(() => import("../volumes/volumes.js").then((loaded) => loaded.follow()));
  }
};

const start = async () => {
  const kept = await list("matches").catch(() => {});
  if (isFirstVisit()) prepareOnceIdle();
  else prepare();
  if (kept) follow();
};
document.addEventListener("view", () => {
  prepare();
  follow();
});
if (document.readyState === "complete") start();
else addEventListener("load", start);
