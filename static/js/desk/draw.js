// The turns of the drawing follow one another in their place, without a page load each; where one
// does not come, the link is followed as any other.
{
  const QUICK = 300;
  const place = document.querySelector("[data-module=draw]");
  let waiting = false;

  const go = async (step) => {
    const answer = await fetch(step.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.querySelector("[data-module=draw]");
    if (!answer.ok || !next) throw new Error("no turn came");
    // What is read out stays the same element: only then is the next turn announced.
    const told = place.querySelector(".desk__said");
    told.replaceChildren(...next.querySelector(".desk__said").childNodes);
    next.querySelector(".desk__said").remove();
    place.replaceChildren(told, ...next.childNodes);
    history.replaceState(null, "", step.href);
    place.querySelector(`a[data-step=${step.dataset.step}]`)?.focus({ preventScroll: true });
  };

  place?.addEventListener("click", (event) => {
    const step = event.target.closest("a[data-step]");
    if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (waiting) return;
    waiting = true;
    // The second of two quick taps was meant for the turn before.
    const quick = new Promise((done) => { setTimeout(done, QUICK); });
    Promise.all([go(step), quick])
      .catch(() => location.assign(step.href))
      .finally(() => { waiting = false; });
  });
}
