// The focus goes where the next step is: to what is wrong, else to the first open question, else to what was saved.
{
  const find = (selector) => document.querySelector(selector);
  const errors = find(".errors");
  const saved = find(".status--saved");
  const question = find(".step[data-module] .bidder:not(:has(:checked))") ?? find(".step[data-module] .bidder");
  const next = errors ?? question ?? find(".tally__taker") ?? (saved && (find(".over") ?? saved));
  if (next && (errors || !location.hash)) {
    if (next.tabIndex < 0) next.tabIndex = -1;
    if (!errors) {
      next.dataset.brought = "";
      addEventListener("keydown", () => { delete next.dataset.brought; }, { once: true });
    }
    next.focus({ preventScroll: !errors });
  }
}
