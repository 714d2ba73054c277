// The key that prints a page made for paper.
export const showPrintKeys = () => {
  for (const key of document.querySelectorAll("[data-print]")) {
    key.hidden = false;
    key.onclick = () => print();
  }
};
