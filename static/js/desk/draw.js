// Shows the turns of the drawing in place; if that fails, by their links.
import { parsePage } from "../common/page.js";
import { renew } from "../common/renew.js";

const PLACE = "[data-module=draw]";
const place = document.querySelector(PLACE);
let isWaiting = false;

const showStep = async (step) => {
  const response = await fetch(step.href);
  const next = parsePage(await response.text()).querySelector(PLACE);
  if (!response.ok || !next) throw new Error("no turn came");
  // The live region's element stays, or screen readers don't announce the next turn.
  renew(place, next);
  history.replaceState(null, "", step.href);
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
  showStep(step).catch(() => location.assign(step.href)).finally(() => { isWaiting = false; });
});
