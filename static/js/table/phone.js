// While a match is played the screen stays on, where the browser lets it: over https, or on this very machine.
if (document.querySelector("[data-awake]")) {
  const stay = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", stay);
  stay();
}

// Who wants to feels every key, where the phone can: no iPhone does.
if (document.querySelector("[data-vibrate]")) {
  document.addEventListener("click", ({ target, isTrusted }) => {
    if (isTrusted && target.closest?.("button, summary, a, input")) navigator.vibrate?.(10);
  });
}
