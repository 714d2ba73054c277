// A sheet of paper: Enter or the space bar goes on to the next cell, and under a thumb so does a number that can grow no
// more. The server counts what is typed, as soon as the fingers rest.
{
  const PAUSE = 350;
  const thumb = matchMedia("(pointer: coarse)");
  const isCell = (target) => target.matches?.(".typed__input");
  let counting = 0;

  // The tricks of the last side follow by themselves: Tab stops there, Enter does not.
  const goOn = (cell) => {
    const cells = [...cell.form.querySelectorAll(".typed__input")].filter((other) => other.offsetParent);
    const next = cells.slice(cells.indexOf(cell) + 1).find((other) => !("rest" in other.dataset));
    (next ?? cell.form.elements.check).focus();
    next?.select();
  };

  document.addEventListener("keydown", (event) => {
    if (!isCell(event.target) || !["Enter", " "].includes(event.key) || event.isComposing) return;
    event.preventDefault();
    goOn(event.target);
  });

  document.addEventListener("input", ({ target }) => {
    if (!isCell(target) || !thumb.matches || !/^\d+$/.test(target.value)) return;
    if (target.value.length > 1 || target.value * 10 > target.dataset.most) goOn(target);
  });

  document.addEventListener("change", ({ target }) => {
    const form = target.closest?.("form[data-kept=paper]");
    if (!form || target.type === "radio") return;
    clearTimeout(counting);
    counting = setTimeout(() => document.querySelector("form[data-kept=paper]").requestSubmit(
      document.querySelector("form[data-kept=paper] [name=typing]"),
    ), PAUSE);
  });
}
