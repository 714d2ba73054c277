// Shows the turns of the drawing in place, without loading a page each time; if a request fails,
// the link is opened as usual.
{
  const QUICK = 300;
  const place = document.querySelector("[data-module=draw]");
  let waiting = false;

  const showStep = async (step) => {
    const response = await fetch(step.href);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const next = page.querySelector("[data-module=draw]");
    if (!response.ok || !next) throw new Error("no turn came");
    // Keep the live region's element, or screen readers don't announce the next turn.
    const message = place.querySelector(".desk__text");
    message.replaceChildren(...next.querySelector(".desk__text").childNodes);
    next.querySelector(".desk__text").remove();
    place.replaceChildren(message, ...next.childNodes);
    history.replaceState(null, "", step.href);
    place.querySelector(`a[data-step=${step.dataset.step}]`)?.focus({ preventScroll: true });
  };

  place?.addEventListener("click", (event) => {
    const step = event.target.closest("a[data-step]");
    if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (waiting) return step.dispatchEvent(new Event("ignored"));
    waiting = true;
    // The second of two quick taps was meant for the previous turn.
    const quick = new Promise((done) => { setTimeout(done, QUICK); });
    Promise.all([showStep(step), quick])
      .catch(() => location.assign(step.href))
      .finally(() => { waiting = false; });
  });
}
