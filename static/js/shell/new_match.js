// A match that starts without a network: names and house rules that this phone knows.
import { fill } from "../common/texts.js";
import { begin } from "../offline/entries.js";
import { copy, page } from "./cards.js";

export const isUnnamed = ([key]) => key.startsWith("new ");

const form = page.querySelector("form");
const find = (selector) => form.querySelector(selector);
const seats = [...form.querySelectorAll("[data-seat]")];
const dealers = [...form.querySelectorAll("[data-dealer]")];
const nameOf = (seat) => form.elements[`player_${seat}`].value.trim().replace(/\s+/g, " ");
// The skeletons of house rules to choose from.
let known = [];
const chosen = () => known[form.elements.house.value];

const drawSeat = (field, seat) => {
  const { sides } = chosen().tables;
  const arranged = sides.flat();
  const side = sides.findIndex((some) => some.includes(seat));
  const isHidden = side < 0;
  Object.assign(field, { hidden: isHidden, className: `field side--${side}` });
  field.style.order = arranged.indexOf(seat);
  field.querySelector("svg")?.remove();
  if (!isHidden) field.firstElementChild.prepend(copy(`side-${side}`).firstElementChild, " ");
  dealers[seat].hidden = isHidden;
  dealers[seat].querySelector("bdi").textContent = nameOf(seat) || field.dataset.seat;
};

const draw = () => {
  const { tables, file: { house } } = chosen();
  seats.forEach(drawSeat);
  find("[data-partners]").hidden = tables.sides[0].length < 2;
  const first = find("[data-drawn]");
  const { drawn, draws, deals } = first.dataset;
  first.textContent = drawn.split(" ").includes(house.game) ? draws : deals;
};

const start = (event) => {
  event.preventDefault();
  const players = chosen().tables.sides.flat().map((_, seat) => nameOf(seat) || null);
  const given = players.filter(Boolean);
  const name = given.find((one, index) => given.indexOf(one) !== index);
  const error = find("[role=alert]");
  error.textContent = name ? fill(error.dataset.twice, { name }) : "";
  if (name) return;
  document.body.classList.add("felt");
  const first = Number(form.elements.first.value);
  begin({ players, first }, chosen());
};

export const setUpNewMatch = (matches, isOnline) => {
  const sorted = [...matches].sort(([, one], [, other]) => other.at - one.at);
  if (!form.dataset.ready) {
    // What 0.21 kept has no base.
    known = sorted.filter(isUnnamed).map(([, { skeletons }]) => skeletons)
      .filter(({ base }) => base);
  }
  form.hidden = isOnline || !known.length;
  if (form.hidden || form.dataset.ready) return;
  form.dataset.ready = "yes";
  known.forEach(({ rules }, index) => {
    const choice = copy("house");
    Object.assign(choice.querySelector("input"), { value: index, checked: !index });
    choice.querySelector("bdi").textContent = rules;
    find("[data-houses]").append(choice);
  });
  const played = sorted.filter((one) => !isUnnamed(one))
    .map(([, { skeletons }]) => skeletons.file.players);
  const names = new Set(played.flat().filter(Boolean));
  find("datalist").append(...[...names].map((name) => new Option(name, name)));
  const { length } = chosen().tables.sides.flat();
  (played.find((players) => players.length === length) ?? []).forEach((name, seat) => {
    form.elements[`player_${seat}`].value = name ?? "";
  });
  draw();
  form.addEventListener("input", draw);
  form.addEventListener("submit", start);
  if (location.pathname.endsWith("/new")) setTimeout(() => form.scrollIntoView());
};
