// Shows what a notice says above the keys of its form, or in a line of its match.
import { onView } from "../common/view.js";

const AFTER_LOADING = 300;
const LINES = ".bar__turn > [role=status], .status[role=status], .status > [role=status]";
const line = document.querySelector(".notice");

document.addEventListener("notice", ({ target, detail }) => {
  const docks = [target, document].flatMap((place) => [...place.querySelectorAll(".dock")]);
  const face = document.querySelector(".face");
  const own = document.querySelector(".stale--unsent");
  if (own) own.hidden = false;
  else if (face) face.append(line);
  else docks.find((dock) => !dock.closest("details:not([open])"))?.prepend(line);
  const words = detail.map((about) => target.dataset?.[about] ?? line.dataset[about] ?? about);
  setTimeout(() => { (own ?? line).textContent = words.join(" "); });
});

// Screen readers announce only changes, so messages of a loaded page are inserted again.
onView(() => {
  for (const status of document.querySelectorAll(LINES)) {
    setTimeout(() => status.replaceChildren(...status.cloneNode(true).childNodes), AFTER_LOADING);
  }
});
