// Moves the focus to the next step: the first error, else the first open question, else the saved message.
{
  const find = (selector) => document.querySelector(selector);
  const isOpen = (group) => !group.querySelector("[data-tricks]:checked");
  const goOn = () => {
    const errors = find(".errors");
    const saved = find(".status--saved");
    const question = [...document.querySelectorAll(":is(.face, .fixes__row) > .bidder")].find(isOpen)?.querySelector("[id$=-none]");
    const key = find(".takers__key, .face--undone > .redo, .foot > .key--main");
    const next = errors ?? question ?? key ?? (saved && (find(".over") ?? saved));
    if (next && (errors || !location.hash)) {
      if (next.tabIndex < 0) next.tabIndex = -1;
      if (!errors) next.dataset.brought = "";
      next.focus({ preventScroll: !errors });
    }
  };
  addEventListener("keydown", () => find("[data-brought]")?.removeAttribute("data-brought"));
  document.addEventListener("view", goOn);
  goOn();
}
