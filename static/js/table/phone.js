// Keeps the screen on during a match if the browser allows it: over https, or on this computer.
if (document.querySelector("[data-awake]")) {
  const keepAwake = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", keepAwake);
  keepAwake();
}

// Vibrates on every tap if that is on and the phone can; iPhones can't.
if (document.querySelector("[data-vibrate]")) {
  document.addEventListener("click", ({ target, isTrusted }) => {
    if (isTrusted && target.closest?.("button, summary, a, input")) navigator.vibrate?.(10);
  });
}
