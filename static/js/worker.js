// Over https the program starts like any other from the home screen, and says by itself that there is no network.
if (location.protocol === "https:") {
  const place = document.querySelector("link[rel=manifest]").href;
  navigator.serviceWorker?.register(new URL("worker.js", place)).catch(() => {});
}
