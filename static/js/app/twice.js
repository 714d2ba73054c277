// Ignores the second of two quick taps at one spot, even if another bidder's key or the next page is there by then.
// Any other key counts at once. A key that ignores a tap shakes.
{
  const QUICK = 250;
  const SHOWN = 400;
  const read = () => JSON.parse(sessionStorage.getItem("tapped")) ?? {};
  const write = (tap) => sessionStorage.setItem("tapped", JSON.stringify(tap));
  const identify = (key) => {
    const { name, value, form } = key.control ?? key;
    return [key.localName, key.href ?? form?.getAttribute("action") ?? key.textContent, name, value].join(" ");
  };
  // Of a touch, not when a busy phone handles it; a label clicks its button, too.
  let [x, y, now, isAgain] = [0, 0, 0, false];

  document.addEventListener("ignored", ({ target: key }) => {
    key.dataset.ignored = "";
    setTimeout(() => { delete key.dataset.ignored; }, SHOWN);
  });
  try {
    read();
    document.addEventListener("pointerdown", (event) => {
      // Only the wall clock goes on while the phone sleeps.
      [x, y, now, isAgain] = [event.clientX, event.clientY, Date.now() - performance.now() + event.timeStamp, null];
    }, true);
    document.addEventListener("keydown", () => { isAgain = false; }, true);
    document.addEventListener("click", (event) => {
      const key = event.target.closest?.("button, a, label, summary");
      const { start, at, left, right, top, bottom, what } = read();
      const isThere = x >= left && x <= right && y >= top && y <= bottom;
      // A key that is still there in the next view counts its taps there as in this one.
      const until = key && identify(key) === what ? start : at;
      isAgain ??= isThere && now > start - QUICK && now < until + QUICK;
      if (isAgain) {
        event.preventDefault();
        event.stopImmediatePropagation();
        key?.dispatchEvent(new Event("ignored", { bubbles: true }));
      } else if (key && event.isTrusted) {
        const box = key.getBoundingClientRect();
        write({ start: now, at: now, left: box.left, right: box.right, top: box.top, bottom: box.bottom, what: identify(key) });
      }
    }, true);
    // A view in place is there at once, so it gets twice the time.
    document.addEventListener("view", () => write({ ...read(), at: Date.now() + QUICK }));
  } catch {
    // Without storage, every tap counts.
  }
}
