// Searches the history while typing; the address changes too.
import { parsePage } from "../common/page.js";

const PAUSE = 200;
const form = document.querySelector(".search");
let timer;

const buildUrl = () => {
  const entries = [...new FormData(form)].filter(([, text]) => text.trim());
  return entries.length ? `${form.action}?${new URLSearchParams(entries)}` : form.action;
};

const search = async () => {
  const url = buildUrl();
  // Something else may be typed in the meantime.
  const isCurrent = () => url === buildUrl();
  try {
    const response = await fetch(url);
    const found = parsePage(await response.text()).getElementById("found");
    if (!response.ok || !found) throw new Error("no list");
    if (!isCurrent()) return;
    document.getElementById("found").replaceWith(found);
    history.replaceState(null, "", url);
  } catch {
    if (isCurrent()) form.submit();
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
