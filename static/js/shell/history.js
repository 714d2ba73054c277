// The history as this phone has kept it, at the addresses where the server shows it.
import { fill } from "../common/texts.js";
import { startBook } from "../season_book/search.js";
import { listWanted, parseVolume, VERSION } from "../volumes/volumes.js";
import { copy, makeRunningCard } from "./cards.js";
import { locateYear, writeMoment } from "./switches.js";

const PLACE = /^(history|book|players|matches\/([\w-]{22}))(?:\/([^/]*))?(?:\/|$)/;
const ELEMENTS = `a, b, bdi, dd, details, div, dl, dt, em, h2, h3, h4, i, input, li, p, path,
  polyline, section, small, span, summary, svg, table, tbody, td, text, th, tr, ul`;
const ATTRIBUTES = `aria-label autocomplete class colspan d data-found enterkeyhint height hidden
  href id placeholder points role translate type viewBox width x y`.split(/\s+/);
const IN_USE = "details[open], [type=search]:not(:placeholder-shown)";

// A volume is a document of ours, in which people typed names and notes.
const clean = (main) => {
  for (const element of main.querySelectorAll(`:not(${ELEMENTS})`)) element.remove();
  for (const element of main.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      const isKnown = ATTRIBUTES.includes(name) && (name !== "href" || value.startsWith("#"));
      if (!isKnown) element.removeAttribute(name);
    }
  }
  return main;
};

// Returns the volume with the match or of the year that an address is about, else the newest, and
// the scorebook that it belongs to.
const findVolume = async (id, part) => {
  const all = (await listWanted()).filter(({ v }) => v === VERSION);
  const chosen = new URLSearchParams(location.search).get("scorebook");
  all.sort((one, other) => (other.scorebook === chosen) - (one.scorebook === chosen));
  for (const one of all) {
    const years = one.volumes.filter(({ kept }) => kept);
    const volume = id ? years.find(({ kept }) => kept.html.includes(`id="m-${id}"`))
      : years.find(({ period }) => period === part) ?? years[0];
    if (volume) return [volume, { ...one, years }];
  }
  return [];
};

const fillIn = (view, { tag, kept, period }, { scorebook, checked, years }) => {
  const [asof, keys] = ["asof", "years"].map((name) => view.querySelector(`[data-${name}]`));
  const when = writeMoment(kept.tag === tag ? checked : kept.made);
  asof.textContent = fill(asof.dataset.asof, { when });
  keys.hidden = years.length < 2;
  for (const { period: textContent } of years) {
    const href = locateYear(scorebook, textContent);
    const ariaCurrent = textContent === period ? "true" : null;
    const key = document.createElement("a");
    keys.append(Object.assign(key, { className: "button", textContent, href, ariaCurrent }));
  }
};

const takePlace = (view) => {
  const title = document.querySelector(".bar__title");
  document.title = document.title.replace(title.textContent, view.dataset.title);
  title.textContent = view.dataset.title;
  document.querySelector(".page__main").append(view);
};

// Shows the history in place of what is on this phone, if the address is one of the history and
// this phone has it. Returns the view, or null.
export const openHistory = async (path) => {
  const [, place, id, part] = path.match(PLACE) ?? [];
  const [volume, wanted] = place ? await findVolume(id, part) : [];
  if (!volume) return null;
  const main = clean(parseVolume(volume.kept.html).querySelector("main"));
  const view = copy("history");
  const find = (name) => view.querySelector(`[data-${name}]`);
  find("book").append(...main.childNodes);
  fillIn(view, volume, wanted);
  takePlace(view);
  startBook(view);
  const target = [location.hash.slice(1), `m-${id}`, part, place]
    .map((name) => document.getElementById(name)).find((one) => view.contains(one));
  const match = target?.closest("details");
  if (match) match.open = true;
  (match ?? target)?.scrollIntoView();
  return {
    isInUse: () => Boolean(find("book").querySelector(IN_USE)),
    update(matches, isOnline) {
      const running = matches.filter(({ entries, isOver }) => entries.length || !isOver);
      find("running").replaceChildren(...running.map(makeRunningCard));
      find("running").hidden = !running.length;
      find("state").hidden = isOnline;
      find("load").hidden = !isOnline;
    },
  };
};
