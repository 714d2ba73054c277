// The paper sheet: Enter or Space moves to the next cell; on a phone, so does a number that can't
// get longer. After a pause in typing, the server computes the sums.
const PAUSE = 350;
const SHEET = "form[data-kept=paper]";
const thumb = matchMedia("(pointer: coarse)");
const isCell = (target) => target.matches?.(".typed__input");
let timer = 0;

// The last side's tricks are filled in automatically: Tab stops there, Enter doesn't.
const focusNext = (cell) => {
  const cells = [...cell.form.querySelectorAll(".typed__input")].filter((one) => one.offsetParent);
  const next = cells.slice(cells.indexOf(cell) + 1).find((other) => !("rest" in other.dataset));
  (next ?? cell.form.elements.check).focus();
  next?.select();
};

document.addEventListener("keydown", (event) => {
  if (!isCell(event.target) || !["Enter", " "].includes(event.key) || event.isComposing) return;
  event.preventDefault();
  focusNext(event.target);
});

document.addEventListener("input", ({ target }) => {
  if (!isCell(target) || !thumb.matches || !/^\d+$/.test(target.value)) return;
  if (target.value.length > 1 || target.value * 10 > target.dataset.most) focusNext(target);
});

document.addEventListener("change", ({ target }) => {
  if (!target.closest?.(SHEET) || target.type === "radio") return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    const sheet = document.querySelector(SHEET);
    sheet.requestSubmit(sheet.querySelector("[name=typing]"));
  }, PAUSE);
});
