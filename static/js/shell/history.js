// The history as this phone has kept it, at the addresses where the server shows it.
import { fill } from "../common/texts.js";
import { startBook } from "../season_book/search.js";
import { listWanted, parseVolume, readVolume, VERSION } from "../volumes/volumes.js";
import { copy, makeRunningCard, root } from "./cards.js";
import { writeMoment } from "./switches.js";

const PLACE = /^(history|book|players|matches\/([\w-]{22}))(?:\/([^/]*))?(?:\/|$)/;
const UNSAFE = `script, style, template, iframe, object, embed, form, link, meta, base,
  animate, set`;
const ADDRESS = /(?:^|:)(?:href|src|srcset|srcdoc|action|formaction|data|poster|background|ping)$/;
const IN_USE = "details[open], [type=search]:not(:placeholder-shown)";

// A volume is a document of ours, in which people typed names and notes.
const clean = (main) => {
  for (const element of main.querySelectorAll(UNSAFE)) element.remove();
  for (const element of main.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      const isAway = ADDRESS.test(name) && !value.startsWith("#");
      if (isAway || /^on|^style$/.test(name)) element.removeAttribute(name);
    }
  }
  return main;
};

// Returns the volume with the match or of the year that an address is about, else the newest.
const findVolume = async (id, part) => {
  for (const one of await listWanted()) {
    const kept = one.v === VERSION ? one.volumes.filter(({ has }) => has) : [];
    const chosen = kept.filter(({ period }) => period === part);
    for (const { period } of id || !chosen.length ? kept : chosen) {
      const volume = await readVolume(one.scorebook, period);
      const isFound = volume?.v === VERSION && (!id || volume.html.includes(`id="m-${id}"`));
      if (isFound) return [volume, { ...one, kept }];
    }
  }
  return [];
};

// Says how old a volume is, and leads to the other years.
const fillIn = (view, { tag, made, period }, { checked, kept }) => {
  const [asof, years] = ["asof", "years"].map((name) => view.querySelector(`[data-${name}]`));
  const isCurrent = kept.find((one) => one.period === period).tag === tag;
  asof.textContent = fill(asof.dataset.asof, { when: writeMoment(isCurrent ? checked : made) });
  years.hidden = kept.length < 2;
  for (const { period: textContent } of kept) {
    const href = new URL(`book/${textContent}`, root);
    const ariaCurrent = textContent === period ? "true" : null;
    const key = document.createElement("a");
    years.append(Object.assign(key, { className: "button", textContent, href, ariaCurrent }));
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
  const main = clean(parseVolume(volume.html).querySelector("main"));
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
