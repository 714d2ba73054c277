// Ignores the second of two quick taps at one spot, even if another bidder's key or the next page is there by then.
// Any other key counts at once.
{
  const QUICK = 250;
  const read = () => JSON.parse(sessionStorage.getItem("tapped")) ?? {};
  let again = false;
  let now = 0;
  try {
    read();
    document.addEventListener("pointerdown", (event) => {
      const { clientX: x, clientY: y } = event;
      const { at = 0, left, right, top, bottom } = read();
      // The time of the touch, not when a busy phone handles it. Only the wall clock goes on while the phone sleeps.
      now = Date.now() - performance.now() + event.timeStamp;
      again = Math.abs(now - at) < QUICK && x >= left && x <= right && y >= top && y <= bottom;
    }, true);
    document.addEventListener("keydown", () => { again = false; }, true);
    document.addEventListener("click", (event) => {
      const key = event.target.closest?.("button, a, label, summary");
      if (again) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (key && event.isTrusted) {
        const { left, right, top, bottom } = key.getBoundingClientRect();
        sessionStorage.setItem("tapped", JSON.stringify({ at: now, left, right, top, bottom }));
      }
    }, true);
  } catch {
    // Without storage, every tap counts.
  }
}
