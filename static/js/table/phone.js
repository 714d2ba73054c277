// Keeps the screen on during a match if the browser allows it: over https, or on this computer.
{
  const keepAwake = () => {
    const isWanted = document.querySelector("[data-awake]") && document.visibilityState === "visible";
    if (isWanted) navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", keepAwake);
  document.addEventListener("view", keepAwake);
  keepAwake();
}

// Vibrates on every tap if that is on and the phone can; iPhones can't.
document.addEventListener("click", ({ target, isTrusted }) => {
  const isWanted = isTrusted && document.querySelector("[data-vibrate]");
  if (isWanted && target.closest?.("button, summary, a, input")) navigator.vibrate?.(10);
});
