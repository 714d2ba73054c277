// Searches the history while typing: fetches the same page and replaces the list. The address changes too, so that it
// can be bookmarked and Back works.
{
  const PAUSE = 200;
  const form = document.querySelector(".search");
  let controller;
  let timer;

  const buildUrl = () => {
    const entries = [...new FormData(form)].filter(([, text]) => text.trim());
    const query = new URLSearchParams(entries);
    return entries.length ? `${form.action}?${query}` : form.action;
  };

  const search = async () => {
    controller?.abort();
    controller = new AbortController();
    const url = buildUrl();
    try {
      const response = await fetch(url, { signal: controller.signal });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const found = page.getElementById("found");
      if (!response.ok || !found) throw new Error("no list");
      document.getElementById("found").replaceWith(found);
      history.replaceState(null, "", url);
    } catch (error) {
      if (error.name !== "AbortError") form.submit();
    }
  };

  if (form) {
    form.dataset.live = "";
    form.addEventListener("input", ({ target }) => {
      clearTimeout(timer);
      timer = setTimeout(search, target.matches("[type=search], [type=text]") ? PAUSE : 0);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(timer);
      search();
    });
  }
}
