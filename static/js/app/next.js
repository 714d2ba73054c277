// Moves the focus to the first error, else the first open question, else the saved message.
import { onView } from "../common/view.js";

const find = (selector) => document.querySelector(selector);
const isOpen = (group) => !group.querySelector("[data-tricks]:checked");
const findNext = () => {
  const bidders = [...document.querySelectorAll(":is(.face, .fixes__row) > .bidder")];
  const question = bidders.find(isOpen)?.querySelector("[id$=-none]");
  const key = find(".takers__key, .face--undone > .redo, .foot > .key--main");
  const saved = find(".status--saved");
  return question ?? key ?? (saved && (find(".over") ?? saved));
};

addEventListener("keydown", () => find("[data-brought]")?.removeAttribute("data-brought"));
onView(() => {
  const errors = find(".errors");
  const next = errors ?? findNext();
  if (!next || (!errors && location.hash)) return;
  if (next.tabIndex < 0) next.tabIndex = -1;
  if (!errors) next.dataset.brought = "";
  next.focus({ preventScroll: !errors });
});
