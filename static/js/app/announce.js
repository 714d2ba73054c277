// Screen readers announce changes, not what a page was loaded with, so messages are inserted again.
// A message about unsaved input is shown above the keys of its form, or in a line of its match.
{
  const AFTER_LOADING = 300;
  const line = document.querySelector(".notice");
  const LINES = ".bar__turn > [role=status], .status[role=status], .status > [role=status]";

  document.addEventListener("notice", ({ target, detail }) => {
    const docks = [target, document].flatMap((place) => [...place.querySelectorAll(".dock")]);
    const place = document.querySelector(".face") ?? docks.find((dock) => !dock.closest("details:not([open])"));
    const own = document.querySelector(".stale--unsent");
    if (own) own.hidden = false;
    else place?.[place.matches(".face") ? "append" : "prepend"](line);
    const words = detail.map((about) => target.dataset?.[about] ?? line.dataset[about] ?? about);
    setTimeout(() => { (own ?? line).textContent = words.join(" "); });
  });

  const announce = () => {
    for (const status of document.querySelectorAll(LINES)) {
      setTimeout(() => status.replaceChildren(...status.cloneNode(true).childNodes), AFTER_LOADING);
    }
  };
  document.addEventListener("view", announce);
  announce();
}
