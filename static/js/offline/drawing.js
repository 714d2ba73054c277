// A view that is being drawn: a page of the server's, and what is to be filled in.
import { parsePage } from "../common/page.js";
import { fill, formatPoints } from "../common/texts.js";

const LONG = 24;

export const make = (tag, className, textContent = "") => Object.assign(
  document.createElement(tag), className && { className }, { textContent },
);

// No browser may translate it.
export const makeFixed = (...about) => Object.assign(make(...about), { translate: false });

export const sign = (points) => (points > 0 ? "+" : "") + formatPoints(points);

export const append = (place, ...about) => {
  place.append(make(...about), " ");
  return place.lastElementChild;
};

export const open = (skeletons, state, view) => {
  const { id, views, players, words } = skeletons;
  const page = parsePage(views[view].replaceAll(id, state.id));
  return {
    ...state,
    ...skeletons,
    page,
    find: (selector, place = page) => place.querySelector(selector),
    all: (selector, place = page) => [...place.querySelectorAll(selector)],
    put: (selector, text, place = page) => {
      place.querySelector(selector).textContent = text ?? "";
    },
    order: players.map((_, step) => (state.turn.leads + step) % players.length),
    hand: fill(words.hand, { n: state.turn.hand }),
  };
};

// Names in a sentence are isolated; see mark_names in web/site/rendering.py.
const write = (place, sentence) => place.replaceChildren(...sentence.split(/[\u2068\u2069]/)
  .map((part, index) => (index % 2 ? makeFixed("bdi", "", part) : part)));

const makeClock = ({ ends, progress, tables, words: { clock } }) => {
  const place = make("time", "clock");
  const time = new Date(ends).toLocaleTimeString(clock.locale, { timeStyle: "short" });
  const { far, left, said } = clock;
  const up = progress.minutes < tables.end.minutes ? clock.up : clock.tied;
  Object.assign(place.dataset, { ends, far: fill(far, { time }), left, up, said });
  return place;
};

export const writeBar = (drawing, title, about) => {
  const { page, find, ends, words } = drawing;
  const heading = find(".bar__title");
  const known = heading.textContent;
  write(heading, title);
  page.title = page.title.replace(known, () => heading.textContent);
  heading.classList.toggle("bar__title--long", heading.textContent.length > LONG);
  const line = find(".bar__turn").lastElementChild;
  write(line, about);
  if (ends && words.clock) line.prepend(makeClock(drawing), " \u00b7 ");
};
