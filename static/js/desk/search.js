// Searches the history while typing; the address changes too.
import { parsePage } from "../common/page.js";

const PAUSE = 200;
const form = document.querySelector(".search");
let controller;
let timer;

const buildUrl = () => {
  const entries = [...new FormData(form)].filter(([, text]) => text.trim());
  return entries.length ? `${form.action}?${new URLSearchParams(entries)}` : form.action;
};

const search = async () => {
  controller?.abort();
  controller = new AbortController();
  const url = buildUrl();
  try {
    const response = await fetch(url, { signal: controller.signal });
    const found = parsePage(await response.text()).getElementById("found");
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
