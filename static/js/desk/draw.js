// Shows the turns of the drawing in place; if that fails, by their links.
import { parsePage } from "../common/page.js";

const QUICK = 300;
const PLACE = "[data-module=draw]";
const place = document.querySelector(PLACE);
let isWaiting = false;

const showStep = async (step) => {
  const response = await fetch(step.href);
  const next = parsePage(await response.text()).querySelector(PLACE);
  if (!response.ok || !next) throw new Error("no turn came");
  // Keep the live region's element, or screen readers don't announce the next turn.
  const message = place.querySelector(".desk__text");
  message.replaceChildren(...next.querySelector(".desk__text").childNodes);
  next.querySelector(".desk__text").remove();
  place.replaceChildren(message, ...next.childNodes);
  history.replaceState(null, "", step.href);
  place.querySelector(`a[data-step=${step.dataset.step}]`)?.focus({ preventScroll: true });
};

place?.addEventListener("click", (event) => {
  const step = event.target.closest("a[data-step]");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (isWaiting) {
    step.dispatchEvent(new Event("ignored"));
    return;
  }
  isWaiting = true;
  // The second of two quick taps was meant for the previous turn.
  const quick = new Promise((done) => { setTimeout(done, QUICK); });
  Promise.all([showStep(step), quick])
    .catch(() => location.assign(step.href))
    .finally(() => { isWaiting = false; });
});
