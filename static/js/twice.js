// The second of two quick taps at the same place was meant for the page before: so long, the keys there cannot be
// tapped. Elsewhere every tap counts at once.
{
  const QUICK = 250;
  const NEAR = [-12, 0, 12];
  try {
    const { at, x, y } = JSON.parse(sessionStorage.getItem("tapped")) ?? {};
    const left = QUICK - (Date.now() - at);
    if (left > 0 && left <= QUICK) {
      const places = NEAR.flatMap((right) => NEAR.map((down) => document.elementFromPoint(x + right, y + down)));
      const keys = places.map((place) => place?.closest("button, a, label, summary")).filter(Boolean);
      for (const key of keys) key.style.pointerEvents = "none";
      setTimeout(() => { for (const key of keys) key.style.pointerEvents = ""; }, left);
    }
    document.addEventListener("pointerdown", ({ clientX, clientY }) => {
      sessionStorage.setItem("tapped", JSON.stringify({ at: Date.now(), x: clientX, y: clientY }));
    });
  } catch {
    // Without a storage every tap counts.
  }
}
