// Loads what a match needs to go on without the server last: on a phone's first visit with the
// second view, or as soon as nobody has tapped for a while.
import { isFirstVisit, list } from "./database.js";

const IDLE = 3000;
const LATEST = 1000;

const prepare = () => {
  const { offline } = document.getElementById("notice").dataset;
  if (!offline || !document.querySelector("[data-skeletons]")) return;
  const run = window.requestIdleCallback ?? ((load) => setTimeout(load));
  run(() => import(offline).catch(() => {}), { timeout: LATEST });
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

const start = async () => {
  await list("matches").catch(() => {});
  if (isFirstVisit()) prepareOnceIdle();
  else prepare();
};
document.addEventListener("view", prepare);
if (document.readyState === "complete") start();
else addEventListener("load", start);
