// Ignores the second of two quick taps at one spot, even if another key or page is there by then.
// In Trick by trick the keys stay, so only a double tap counts as one.
const QUICK = 250;
const read = () => JSON.parse(sessionStorage.getItem("tapped")) ?? {};
const write = (tap) => sessionStorage.setItem("tapped", JSON.stringify(tap));
let again = false;
let now = 0;

const isAgain = ({ target, clientX: x, clientY: y }) => {
  const { start, at, left, right, top, bottom } = read();
  const until = (target.closest(".face--tally") ? start : at) + QUICK;
  return now > start - QUICK && now < until && x >= left && x <= right && y >= top && y <= bottom;
};

try {
  read();
  document.addEventListener("pointerdown", (event) => {
    // By the clock that goes on while the phone sleeps.
    now = Date.now() - performance.now() + event.timeStamp;
    again = isAgain(event);
  }, true);
  document.addEventListener("keydown", () => { again = false; }, true);
  document.addEventListener("click", (event) => {
    const key = event.target.closest("button, a, label, summary");
    if (again) {
      event.preventDefault();
      event.stopImmediatePropagation();
      key?.dispatchEvent(new Event("ignored"));
    } else if (key && event.isTrusted) {
      const { left, right, top, bottom } = key.getBoundingClientRect();
      write({ start: now, at: now, left, right, top, bottom });
    }
  }, true);
  // A view in place is there at once, so it gets twice the time.
  document.addEventListener("view", () => write({ ...read(), at: Date.now() + QUICK }));
} catch {
  // Without storage, every tap counts.
}
