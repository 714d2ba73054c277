// A tap on a hand of the score line shows its lines right there; a second tap hides them.
document.addEventListener("click", (event) => {
  const touched = event.target.closest?.(".line__hand");
  const hand = touched && document.getElementById(touched.getAttribute("href").slice(1));
  if (!hand) return;
  event.preventDefault();
  const again = touched.ariaCurrent;
  const place = document.querySelector(".course__hand");
  document.querySelector(".course [aria-current]")?.removeAttribute("aria-current");
  place.replaceChildren();
  if (again) return;
  touched.ariaCurrent = "true";
  const title = document.createElement("h3");
  title.textContent = hand.ariaLabel;
  place.append(title, ...[...hand.children].slice(1).map((line) => line.cloneNode(true)));
});

// Opens the hand that an address points to, and the sheet around it.
const open = (hash = location.hash) => {
  let fold = document.getElementById(hash.slice(1))?.closest("details");
  for (; fold; fold = fold.parentElement.closest("details")) fold.open = true;
};
addEventListener("hashchange", () => open());
// A second tap on a link opens what was closed in the meantime.
document.addEventListener("click", ({ target }) => {
  open(target.closest?.("a[href^='#']:not(.line__hand)")?.hash ?? "");
});
// A hand opened at the lower edge is scrolled into view.
addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches(".sheet__hand")) target.scrollIntoView({ block: "nearest" });
}, true);
open();
