// Sends the phone's time zone when a match starts; no rule depends on it.
{
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const values = { offset: () => -new Date().getTimezoneOffset(), zone: () => zone };
  const fill = ({ target }) => {
    for (const field of target.querySelectorAll("[data-clock]")) field.value = values[field.dataset.clock]();
  };

  // Runs before other scripts read the form that is sent.
  document.addEventListener("submit", fill, true);

  // One tap instead of a long list.
  const label = document.querySelector("[data-zone]");
  if (label && zone) {
    label.textContent = zone.replaceAll("_", " ");
    const key = label.closest("button");
    key.value = zone;
    key.hidden = false;
  }
}

// Over https the app can be installed, and its service worker shows the offline page.
if (location.protocol === "https:") {
  const place = document.querySelector("link[rel=manifest]").href;
  navigator.serviceWorker?.register(new URL("worker.js", place)).catch(() => {});
}
