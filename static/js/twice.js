// The second of two quick taps was meant for the page before: so long, nothing here can be tapped.
{
  const QUICK = 300;
  try {
    const left = QUICK - (Date.now() - Number(sessionStorage.getItem("tapped")));
    if (left > 0 && left <= QUICK) {
      document.body.style.pointerEvents = "none";
      setTimeout(() => { document.body.style.pointerEvents = ""; }, left);
    }
    document.addEventListener("pointerdown", () => sessionStorage.setItem("tapped", Date.now()));
  } catch {
    // Without a storage every tap counts.
  }
}
