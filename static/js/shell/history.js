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
const PARTS = ["records", "players"];
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
  const wanted = (await listWanted()).filter(({ v }) => v === VERSION);
  for (const one of wanted) {
    const kept = one.volumes.filter(({ has }) => has);
    const chosen = kept.find(({ period }) => period === part) ?? kept[0];
    for (const { period } of id ? kept : [chosen].filter(Boolean)) {
      const volume = await readVolume(one.scorebook, period);
      const isFound = volume?.v === VERSION && (!id || volume.html.includes(`id="m-${id}"`));
      if (isFound) return [one, volume];
    }
  }
  return [];
};

const makeKey = (address, textContent) => {
  const about = { className: "button", textContent, href: new URL(address, root) };
  return Object.assign(document.createElement("a"), about);
};

const markCurrent = (key, isCurrent) => { key.ariaCurrent = isCurrent ? "true" : null; };

// Says how old a volume is, and leads to its parts and to the other years.
const fillIn = (view, { checked, volumes }, { tag, made, period }, part) => {
  const find = (name) => view.querySelector(`[data-${name}]`);
  const isCurrent = volumes.find((one) => one.period === period).tag === tag;
  const [asof, missing] = [find("asof"), find("missing")];
  asof.textContent = fill(asof.dataset.asof, { when: writeMoment(isCurrent ? checked : made) });
  const isMissing = volumes.some((one) => one.period === part && !one.has);
  missing.textContent = isMissing ? fill(missing.dataset.missing, { year: part }) : "";
  for (const key of find("parts").children) key.href = new URL(`book/${period}${key.hash}`, root);
  const years = volumes.filter(({ has }) => has).map((one) => one.period);
  find("years").append(...years.map((year) => makeKey(`book/${year}`, year)));
  find("years").hidden = years.length < 2;
  for (const key of find("years").children) markCurrent(key, key.textContent === period);
};

// Shows the part of the history with an element, and opens its match.
const showPart = (view, target) => {
  const part = target.closest("section");
  for (const section of part.parentElement.children) section.hidden = section !== part;
  for (const key of view.querySelectorAll("[data-parts] a")) {
    markCurrent(key, key.hash === `#${part.id}`);
  }
  for (const key of view.querySelectorAll("[data-years] a")) key.hash = part.id;
  const match = target.closest("details");
  if (match) match.open = true;
  if (match) match.scrollIntoView();
  else scrollTo(0, 0);
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
  const [wanted, volume] = place ? await findVolume(id, part) : [];
  const main = volume && parseVolume(volume.html).querySelector("main");
  if (!main) return null;
  const view = copy("history");
  const find = (name) => view.querySelector(`[data-${name}]`);
  find("book").append(...clean(main).childNodes);
  fillIn(view, wanted, volume, part);
  takePlace(view);
  startBook(view);
  const usual = id ? `m-${id}` : [part, place].find((name) => PARTS.includes(name)) ?? "matches";
  const show = () => {
    const chosen = document.getElementById(location.hash.slice(1));
    showPart(view, find("book").contains(chosen) ? chosen : document.getElementById(usual));
  };
  show();
  addEventListener("hashchange", show);
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
