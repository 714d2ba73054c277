// Searches the history while typing: fetches the same page and replaces the list. The address changes too, so that it
// can be bookmarked and Back works.
{
  const PAUSE = 200;
  const form = document.querySelector(".search");
  let asked;
  let soon;

  const address = () => {
    const said = [...new FormData(form)].filter(([, text]) => text.trim());
    const question = new URLSearchParams(said);
    return said.length ? `${form.action}?${question}` : form.action;
  };

  const search = async () => {
    asked?.abort();
    asked = new AbortController();
    const there = address();
    try {
      const answer = await fetch(there, { signal: asked.signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.getElementById("found");
      if (!answer.ok || !found) throw new Error("no list");
      document.getElementById("found").replaceWith(found);
      history.replaceState(null, "", there);
    } catch (error) {
      if (error.name !== "AbortError") form.submit();
    }
  };

  if (form) {
    form.dataset.live = "";
    form.addEventListener("input", ({ target }) => {
      clearTimeout(soon);
      soon = setTimeout(search, target.matches("[type=search], [type=text]") ? PAUSE : 0);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(soon);
      search();
    });
  }
}
