// Shows another view of the match in place of this one, as if its page had been loaded.
const here = () => location.pathname + location.search;
let shown = here();

export const showView = (page) => {
  // Messages stay in the page: screen readers know this line.
  const notice = document.getElementById("notice");
  notice.textContent = "";
  document.body.append(notice);
  document.title = page.title;
  for (const part of [".bar", "main"]) {
    document.querySelector(part).replaceWith(page.querySelector(part));
  }
  const { dataset } = document.querySelector("[data-live]");
  dataset.fresh = "";
  history.replaceState(null, "", dataset.live);
  shown = here();
  scrollTo({ top: 0, behavior: "instant" });
  document.dispatchEvent(new Event("view"));
};

// Back and forward lead to other views.
addEventListener("popstate", () => {
  if (here() !== shown && !document.querySelector("[data-away]")) location.reload();
});
document.addEventListener("exchange", ({ detail }) => showView(detail));
