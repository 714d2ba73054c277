// Searches a season book, opens the match that a link leads into, and opens all to print them.
const MARKS = /\p{M}/gu;
const GAPS = /[^\p{L}\p{N}]+/u;

const splitWords = (text) =>
  text.normalize("NFD").replace(MARKS, "").toLowerCase().split(GAPS).filter(Boolean);

// Each match with its headings, and the words of its summary, its day and its month.
const listMatches = (root) => {
  const headings = {};
  const matches = [];
  for (const node of root.querySelectorAll("#matches > :is(h3, h4, .m)")) {
    headings[node.localName] = node;
    if (node.localName !== "details") continue;
    const { h3, h4 } = headings;
    const text = [h3, h4, node.firstElementChild].map((one) => one.textContent).join(" ");
    matches.push({ node, h3, h4, words: ` ${splitWords(text).join(" ")}` });
  }
  return matches;
};

const search = (matches, typed) => {
  const wanted = splitWords(typed).map((word) => ` ${word}`);
  const found = matches.filter(({ words }) => wanted.every((word) => words.includes(word)));
  const shown = new Set(found.flatMap(({ node, h3, h4 }) => [node, h3, h4]));
  for (const { node, h3, h4 } of matches) {
    for (const one of [node, h3, h4]) one.hidden = !shown.has(one);
  }
  return found.length;
};

// Browsers from before 2023 don't open a match by themselves, and not all scroll to one that is not
// laid out yet.
const openLinked = (root, field) => {
  const target = root.querySelector(":target");
  const match = target?.closest("details");
  if (!match) return;
  if (match.hidden) {
    field.firstElementChild.value = "";
    field.firstElementChild.dispatchEvent(new Event("input", { bubbles: true }));
  }
  match.open = true;
  target.scrollIntoView();
};

const openToPrint = (root) => {
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...root.querySelectorAll("details:not([open])")];
    for (const one of closed) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of closed) one.open = false;
  });
};

export const startBook = (root) => {
  const field = root.querySelector(".season-book__search");
  let matches;
  if (field) field.hidden = false;
  field?.addEventListener("input", ({ target }) => {
    matches ??= listMatches(root);
    const number = search(matches, target.value);
    const status = field.lastElementChild;
    status.textContent = target.value.trim() && status.dataset.found.replace("{number}", number);
  });
  addEventListener("hashchange", () => openLinked(root, field));
  openToPrint(root);
};

if (document.documentElement.dataset.book) startBook(document);
