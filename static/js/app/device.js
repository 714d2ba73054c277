// Sends the phone's time zone when a match starts; no rule depends on it.
{
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const says = { offset: () => -new Date().getTimezoneOffset(), zone: () => zone };
  const tell = ({ target }) => {
    for (const field of target.querySelectorAll("[data-clock]")) field.value = says[field.dataset.clock]();
  };

  // Runs before other scripts read the form that is sent.
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

// Over https the app can be installed, and its service worker shows the offline page.
if (location.protocol === "https:") {
  const place = document.querySelector("link[rel=manifest]").href;
  navigator.serviceWorker?.register(new URL("worker.js", place)).catch(() => {});
}
