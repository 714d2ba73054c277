// The second of two quick taps on one spot was meant for the page before: no chip takes it.
{
  const QUICK = 300, NEAR = 24;
  try {
    const [x, y, at] = JSON.parse(sessionStorage.getItem("tap") || "[]");
    const again = (tap) => tap.pointerType === "touch" && Date.now() - at < QUICK
      && Math.hypot(tap.clientX - x, tap.clientY - y) < NEAR;

    document.addEventListener("click", (tap) => {
      if (tap.target.type === "radio" && again(tap)) tap.preventDefault();
    });
    document.addEventListener("pointerdown", ({ clientX, clientY }) => {
      sessionStorage.setItem("tap", JSON.stringify([clientX, clientY, Date.now()]));
    });
  } catch {
    // Without a storage every tap counts.
  }
}
