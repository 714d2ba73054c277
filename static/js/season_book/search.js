// Searches a season book, opens the match that a link leads into, and opens all to print them.
const MARKS = /[\u0300-\u036f]/g;
const WORD_GAPS = /[^\p{L}\p{N}−-]+/u;

const splitWords = (text) =>
  text.normalize("NFD").replace(MARKS, "").toLowerCase().split(WORD_GAPS).filter(Boolean);

// Each match with the words of its summary, its day and its month; and its headings.
const listMatches = (root) => {
  const headings = {};
  const matches = [];
  for (const node of root.querySelectorAll("#matches > :is(h3, h4, .m)")) {
    headings[node.localName] = node;
    if (node.localName === "details") {
      const { h3, h4 } = headings;
      const text = [h3, h4, node.firstElementChild].map((one) => one.innerText).join(" ");
      matches.push({ node, h3, h4, words: ` ${splitWords(text).join(" ")}` });
    }
  }
  return matches;
};

const search = (matches, typed) => {
  const wanted = splitWords(typed).map((word) => ` ${word}`);
  const found = new Set();
  for (const match of matches) {
    const fits = wanted.every((word) => match.words.includes(word));
    match.node.hidden = !fits;
    if (fits) for (const node of [match.node, match.h3, match.h4]) found.add(node);
  }
  for (const { h3, h4 } of matches) for (const node of [h3, h4]) node.hidden = !found.has(node);
  return matches.filter(({ node }) => !node.hidden).length;
};

const openLinked = (root) => {
  const linked = location.hash && root.querySelector(CSS.escape(location.hash.slice(1)));
  const match = linked && linked.closest("details");
  if (match) match.open = true;
};

// Starts the search of a season book below an element of the page.
const startBook = (root) => {
  const field = root.querySelector(".season-book__search");
  const status = field?.querySelector("[data-found]");
  let matches;
  if (field) field.hidden = false;
  field?.addEventListener("input", ({ target }) => {
    matches ??= listMatches(root);
    const number = search(matches, target.value);
    status.textContent = target.value.trim() && status.dataset.found.replace("{number}", number);
  });
  addEventListener("hashchange", () => openLinked(root));
  addEventListener("beforeprint", () => {
    for (const match of root.querySelectorAll("details:not([open])")) match.open = true;
  });
};

if (document.documentElement.dataset.book) startBook(document);
