// Says on this page what waits on this phone, and leads there.
import { fill } from "../common/texts.js";
import { remove, ROOT } from "./database.js";

const SHOWN = 8000;
const template = document.getElementById("waits");
const cards = new Map();

export const isHere = ({ match }) => match
  === (document.querySelector("[data-live]")?.dataset.live ?? location.pathname);

export const tell = (one, send) => {
  if (isHere(one) && !one.box) {
    document.dispatchEvent(new CustomEvent("notice", { detail: [one.waiting] }));
  }
  if (!template || cards.has(one.match)) return;
  const card = template.content.firstElementChild.cloneNode(true);
  const sides = document.querySelector(`a.card[href="${one.match}"] .card__sides`);
  card.querySelector("[data-told]").textContent = one.waiting;
  if (sides) card.querySelector("p").after(sides.cloneNode(true));
  card.querySelector("a").href = one.match;
  card.querySelector("[data-again]").addEventListener("click", send);
  card.querySelector("[data-drop]").addEventListener("click", async () => {
    await remove("typed", one.key);
    card.remove();
  });
  cards.set(one.match, card);
  template.before(card);
};

export const update = ({ match, box }, isRefused) => {
  const card = cards.get(match);
  if (!card) return;
  const tried = card.querySelector("[data-tried]");
  const time = new Date().toLocaleTimeString(tried.dataset.locale, { timeStyle: "medium" });
  tried.textContent = fill(tried.dataset.tried, { time });
  tried.hidden = isRefused && box;
  card.querySelector("[data-why]").hidden = !(isRefused && box);
  card.querySelector("[data-again]").hidden = isRefused;
  card.querySelector("[data-drop]").hidden = !isRefused || box;
};

export const showAnew = (one, address = one.match) => {
  if (template || isHere(one)) location.replace(isHere(one) ? address : location.href);
};

// A dot in the bar leads to what is only on this phone; on the page of a match, its own line does.
export const showDot = (all) => {
  const { label: ariaLabel } = document.getElementById("notice").dataset;
  document.querySelector(".bar__unsent")?.remove();
  if (!all.length || all.some(isHere) || document.querySelector("[data-shell]")) return;
  const about = { className: "bar__action bar__unsent", href: `${ROOT}offline`, ariaLabel };
  document.querySelector(".bar__text").after(Object.assign(document.createElement("a"), about));
};

// The page that is loaded after entries were saved says so for a while.
const showSaved = () => {
  const saved = sessionStorage.getItem("saved");
  const [line, usual] = document.querySelectorAll(":is(.bar__turn, .status) > *");
  sessionStorage.removeItem("saved");
  if (!saved || !line || line.textContent.trim()) return;
  const show = (textContent) => {
    const text = Object.assign(document.createElement(usual ? "span" : "p"), { textContent });
    line.replaceChildren(...(textContent ? [text] : []));
    const place = usual ?? line.parentElement;
    place.classList.toggle(usual ? "hidden" : "status--saved", Boolean(textContent));
  };
  show(saved);
  setTimeout(show, SHOWN, "");
};
showSaved();
