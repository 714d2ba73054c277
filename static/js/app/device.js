// A phone says what its clock shows where a match begins: no rule depends on it.
{
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const says = { offset: () => -new Date().getTimezoneOffset(), zone: () => zone };
  const tell = ({ target }) => {
    for (const field of target.querySelectorAll("[data-clock]")) field.value = says[field.dataset.clock]();
  };

  // Before anybody else reads the form that is sent.
  document.addEventListener("submit", tell, true);

  // One tap instead of a long list.
  const name = document.querySelector("[data-zone]");
  if (name && zone) {
    name.textContent = zone.replaceAll("_", " ");
    const key = name.closest("button");
    key.value = zone;
    key.hidden = false;
  }
}

// Over https the program starts like any other from the home screen, and says by itself that there is no network.
if (location.protocol === "https:") {
  const place = document.querySelector("link[rel=manifest]").href;
  navigator.serviceWorker?.register(new URL("worker.js", place)).catch(() => {});
}
