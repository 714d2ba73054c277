// Sends the phone's time zone when a match starts.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

// Runs before other scripts read the form that is sent.
document.addEventListener("submit", ({ target }) => {
  for (const field of target.querySelectorAll("[data-clock]")) {
    field.value = field.dataset.clock === "zone" ? zone : -new Date().getTimezoneOffset();
  }
}, true);

const label = document.querySelector("[data-zone]");
if (label) {
  label.textContent = zone.replaceAll("_", " ");
  const key = label.closest("button");
  key.value = zone;
  key.hidden = false;
}

// A service worker opens pages without a network. A visit's first page does not wait for its files.
if (document.referrer.startsWith(`${location.origin}/`)) {
  const worker = new URL("worker.js", document.querySelector("link[rel=manifest]").href);
  addEventListener("load", () => navigator.serviceWorker?.register(worker).catch(() => {}));
}
