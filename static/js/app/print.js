// The key that prints a page made for paper: without scripts, no page shows it.
document.addEventListener("click", ({ target }) => target.closest("[data-print]") && print());
