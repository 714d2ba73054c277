// Keeps the screen on during a match if the browser allows it.
import { onView } from "../common/view.js";

const keepAwake = () => {
  const isWanted = document.querySelector("[data-awake]") && !document.hidden;
  if (isWanted) navigator.wakeLock?.request("screen").catch(() => {});
};
document.addEventListener("visibilitychange", keepAwake);
onView(keepAwake);

// Vibrates on every tap if that is on and the phone can; iPhones can't.
document.addEventListener("click", ({ target, isTrusted }) => {
  const isWanted = isTrusted && document.querySelector("[data-vibrate]");
  if (isWanted && target.closest?.("button, summary, a, input")) navigator.vibrate?.(10);
});
