// Who wants to feels every key, where the phone can: no iPhone does.
if (document.querySelector("[data-vibrate]")) {
  document.addEventListener("click", ({ target, isTrusted }) => {
    if (isTrusted && target.closest?.("button, summary, a, input")) navigator.vibrate?.(10);
  });
}
