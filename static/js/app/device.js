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

// Over https and on this computer itself, a service worker opens pages without a network. The first page of a visit
// does not wait for its files.
if (document.referrer.startsWith(`${location.origin}/`)) {
  const place = document.querySelector("link[rel=manifest]").href;
  addEventListener("load", () => navigator.serviceWorker?.register(new URL("worker.js", place)).catch(() => {}));
}
