// The switches that keep the history on this phone, one for each scorebook, with the years that it
// has.
import { fill } from "../common/texts.js";
import { isIphoneBrowser } from "../offline/show.js";
import { ROOT } from "../store/database.js";
import { forget, follow, isFull, isLost, listWanted, VERSION, want } from "../volumes/volumes.js";
import { copy, page } from "./cards.js";

const DAY = 24 * 60 * 60 * 1000;
const { locale } = page.dataset;
const group = page.querySelector("[data-history]");
let isBusy = false;

// Writes a moment as people say it: yesterday, 22:41.
export const writeMoment = (at) => {
  const day = new Date(at);
  const days = Math.round((day.setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / DAY);
  const name = days < -1 ? new Date(at).toLocaleDateString(locale, { dateStyle: "medium" })
    : new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(days, "day");
  return `${name}, ${new Date(at).toLocaleTimeString(locale, { timeStyle: "short" })}`;
};

// Only a phone without its server finds another scorebook than the one used last.
export const locateYear = (scorebook, period) => `${ROOT}book/${period}?scorebook=${scorebook}`;

const makeYear = (scorebook, isOther) => ({ period, matches, bytes }) => {
  const card = copy("year");
  const { one, many } = card.querySelector("[data-one]").dataset;
  card.href = isOther ? `${ROOT}scorebooks/${scorebook}` : locateYear(scorebook, period);
  card.querySelector("bdi").textContent = period;
  const number = fill(matches === 1 ? one : many, { num: matches });
  card.querySelector("[data-one]").textContent = `${number} · ${Math.ceil(bytes / 1000)} kB`;
  return card;
};

// Says what is wrong, else how old this is.
const describe = ({ v, checked, volumes }, { newer, full, asof }) => {
  if (v > VERSION) return newer;
  if (!volumes || isFull()) return full;
  const isCurrent = volumes.length && volumes.every(({ kept, tag }) => !kept || kept.tag === tag);
  return checked && isCurrent ? fill(asof, { when: writeMoment(checked) }) : "";
};

const makeSwitch = (one, found, isSingle, show) => {
  const { scorebook = "", name, checked = 0, volumes = [] } = one;
  const part = copy("switch");
  const find = (what) => part.querySelector(what);
  const [input, state, missing] = ["input", "[data-asof]", "[data-missing]"].map(find);
  const turn = async () => {
    isBusy = true;
    await show();
    await (checked ? forget(scorebook) : want(one).then(follow)).catch(() => {});
    isBusy = false;
    await show();
    // The switch is another one.
    document.getElementById(input.id)?.focus();
  };
  find("[data-name]").textContent = isSingle ? "" : name;
  find("[data-off]").hidden = checked;
  find("[data-on]").hidden = !checked;
  find("[data-week]").hidden = !isIphoneBrowser();
  const disabled = isBusy || !one.volumes || one.v > VERSION;
  Object.assign(input, { id: `keep-${scorebook}`, checked, disabled });
  input.closest("label").ariaBusy = isBusy || null;
  input.addEventListener("change", turn);
  state.textContent = describe(one, state.dataset);
  const isOther = found && found.scorebook !== scorebook;
  const [here, away] = [true, false].map((is) => (
    volumes.filter(({ kept }) => Boolean(kept) === is)
  ));
  find("[data-years]").append(...here.map(makeYear(scorebook, isOther)));
  missing.textContent = isBusy || !checked ? ""
    : away.map(({ period }) => fill(missing.dataset.missing, { year: period })).join(" ");
  for (const empty of part.querySelectorAll(":is(p, div):empty")) empty.remove();
  return part;
};

// What is on this phone, and what it may keep: `found` is what the server lists.
export const readHistories = async (found) => {
  const wanted = await listWanted();
  const isKnown = wanted.some(({ scorebook }) => scorebook === found?.scorebook);
  const offered = found && !isKnown ? [found] : [];
  return { all: [...wanted, ...offered], found, isBusy, isFull: isFull(), isLost: isLost() };
};

export const showSwitches = ({ all, found }, show) => {
  const isPlain = !isSecureContext;
  group.hidden = isPlain ? !found : !all.length && !isLost();
  group.querySelector("[data-denied]").hidden = !isLost();
  group.querySelector("[data-plain]").hidden = !isPlain;
  const switches = isPlain ? [] : all.map((one) => makeSwitch(one, found, all.length < 2, show));
  group.querySelector("[data-cards]").replaceChildren(...switches);
};
