// Screen readers announce changes, not what a page was loaded with, so messages are inserted again.
// A message about unsaved input is shown above the keys of its form.
{
  const AFTER_LOADING = 300;
  const line = document.querySelector(".notice");
  const lines = document.querySelectorAll(".bar__turn > [role=status], .status[role=status], .status > [role=status]");

  document.addEventListener("notice", ({ target, detail }) => {
    const docks = [target, document].flatMap((place) => [...place.querySelectorAll(".dock")]);
    const place = document.querySelector(".face") ?? docks.find((dock) => !dock.closest("details:not([open])"));
    place?.[place.matches(".face") ? "append" : "prepend"](line);
    setTimeout(() => { line.textContent = detail.map((about) => line.dataset[about]).join(" "); });
  });

  for (const status of lines) {
    setTimeout(() => status.replaceChildren(...status.cloneNode(true).childNodes), AFTER_LOADING);
  }
}
