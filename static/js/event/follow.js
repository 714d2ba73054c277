// Keeps a page of an evening current. Without an answer, the page says how old it is.
import { startPolling } from "../common/polling.js";
import { showPrintKeys } from "../common/print.js";
import { onView } from "../common/view.js";
import { showPage } from "./shown.js";

let last = new Date();

onView(showPrintKeys);

startPolling({
  isTouched: () => document.querySelector("[aria-busy]"),
  isNew: (old, fresh) => old.textContent !== fresh.textContent,
  show: (page) => {
    // What was saved last can still be undone.
    const said = document.querySelector(".messages");
    if (said) page.querySelector(".messages")?.replaceWith(said);
    showPage(page);
  },
  report: ({ dataset: { since, locale } }, { isAnswered, isLost }) => {
    // The evening was deleted, or this phone was removed.
    if (isLost) location.reload();
    if (isAnswered) last = new Date();
    const time = last.toLocaleTimeString(locale, { timeStyle: "short" });
    const line = document.getElementById("notice");
    line.textContent = isAnswered ? "" : since.replace("{time}", time);
  },
});
