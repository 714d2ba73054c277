// The page that opens without a network. At the address of a match that is kept here, the match
// goes on; at those of the history, it shows what is kept of it; at any other address it lists what
// is on this phone.
import { fill } from "../common/texts.js";
import { areNewer, look, resume } from "../offline/keep.js";
import { ask } from "../store/ask.js";
import { DUE, list, remove, ROOT, STORES } from "../store/database.js";
import { post, send } from "../store/outbox.js";
import { follow } from "../volumes/volumes.js";
import { locate, makeKeptCard, makeUnsentCard, page, writeTime } from "./cards.js";
import { openHistory } from "./history.js";
import { isUnnamed, setUpNewMatch } from "./new_match.js";
import { readHistories, showSwitches } from "./switches.js";

const PATIENCE = 8000;
const TRYING = 800;
const PAUSES = [3, 6, 12, 24, 30];
const since = Date.now();
const path = location.pathname.slice(ROOT.length);
const isHome = path === "offline";
let tried = since;
let isOnline = false;
// The history, where it takes the place of the list; and what the server has of it.
let view = null;
let found = null;
let shown = "";

const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

// Where the browser blocks its database, nothing is kept.
const readAll = (name) => list(name).catch(() => []);

const readMatches = async () => {
  const [typed, matches, outbox] = await Promise.all(STORES.slice(0, 3).map(readAll));
  const ids = [...outbox, ...matches].filter((one) => !isUnnamed(one)).map(([key]) => key);
  const all = [];
  for (const id of new Set(ids)) {
    const [kept, box] = [matches, outbox].map((some) => some.find(([key]) => key === id)?.[1]);
    const isNewer = areNewer(kept, box);
    const state = await look(id).catch(() => {});
    const { standings } = state ?? box?.base ?? kept.base ?? {};
    const isOver = Boolean(state?.outcome);
    all.push({ entries: [], ...kept, ...box, id, isNewer, isOver, standings });
  }
  // Forms that were complete.
  for (const [, { waiting, action, at }] of typed) {
    const id = action?.match(/matches\/([^/]+)\//)?.[1];
    const isOwn = waiting && id && !outbox.some(([key]) => key === id);
    if (isOwn) all.push({ id, waiting, entries: [{ at }], isForm: true });
  }
  return [matches, all];
};

const fillIn = (name, cards) => {
  const group = page.querySelector(`[data-${name}]`);
  group.hidden = !cards.length;
  group.querySelector("[data-cards]").replaceChildren(...cards);
};

const showList = (matches, all, histories) => {
  const unsent = all.filter(({ entries }) => entries.length);
  fillIn("unsent", unsent.map((one) => makeUnsentCard(one, isOnline ? null : tried, tryNow)));
  fillIn("kept", all.filter((one) => !unsent.includes(one)).map((one) => makeKeptCard(one, show)));
  showSwitches(histories, show);
  page.querySelector("[data-away]").hidden = isOnline || unsent.length;
  page.querySelector("[data-everything]").hidden = !isOnline;
  const isEmpty = !all.length && !histories.all.some(({ checked }) => checked);
  page.querySelector("[data-nothing]").hidden = !isOnline || !isEmpty;
  setUpNewMatch(matches, isOnline);
  page.hidden = false;
};

const show = async () => {
  const [matches, all] = await readMatches();
  // Without a database, the switch is there, but dead.
  const histories = await readHistories(found).catch(() => ({ all: [{}] }));
  // A match that starts takes the place of this page.
  if (!page.isConnected) return;
  const state = JSON.stringify([isOnline, isOnline || writeTime(tried), all, histories],
    (key, value) => (key === "html" ? "" : value));
  if (state === shown) return;
  shown = state;
  if (view) view.update(all, isOnline);
  else showList(matches, all, histories);
  const turn = document.querySelector(".bar__turn > [data-since]");
  turn.textContent = isOnline ? "" : fill(turn.dataset.since, { time: writeTime(since) });
};

// A phone without access keeps only what it has not sent. Only a match has an ETag.
const deleteLost = async () => {
  const [, all] = await readMatches();
  for (const { id } of all.filter(({ entries }) => !entries.length)) {
    const { status, headers } = await ask(locate(id), { method: "HEAD" }, PATIENCE) ?? {};
    if ([200, 404].includes(status) && !headers.has("ETag")) await remove("matches", id);
  }
};

const tryAgain = async () => {
  tried = Date.now();
  const answer = await ask(`${ROOT}token`, {}, PATIENCE).catch(() => null);
  if (!page.isConnected) return;
  // A reload would interrupt what is being sent.
  if (answer) await send();
  if (answer && !isHome && !view?.isInUse()) location.reload();
  const isBack = answer && !isOnline;
  if (isBack) await deleteLost().catch(() => {});
  isOnline = Boolean(answer);
  await show();
  if (!isBack || !isHome) return;
  found = await follow().catch(() => null);
  await show();
};

const tryNow = async ({ currentTarget: key }) => {
  tryAgain();
  // Shows that the tap did something.
  key.ariaBusy = "true";
  await wait(TRYING);
  key.ariaBusy = null;
};

const deleteEverything = async () => {
  if (!await post(`${ROOT}offline`, "").catch(() => {})) {
    await tryAgain();
    return;
  }
  for (const name of STORES) {
    for (const [key] of await readAll(name)) await remove(name, key);
  }
  localStorage.removeItem(DUE);
  sessionStorage.clear();
  location.replace(ROOT);
};

const start = async () => {
  const id = path.match(/^matches\/([^/]+)$/)?.[1];
  if (id && await resume(id).catch(() => false)) {
    document.body.classList.add("felt");
    return;
  }
  view = await openHistory(path).catch(() => null);
  page.querySelector("[data-again]").addEventListener("click", tryNow);
  page.querySelector("[data-everything] button").addEventListener("click", deleteEverything);
  await (isHome ? tryAgain() : show());
  addEventListener("online", tryAgain);
  document.addEventListener("visibilitychange", () => document.hidden || tryAgain());
  for (let tries = 0; page.isConnected; tries += 1) {
    await wait(1000 * PAUSES[Math.min(tries, PAUSES.length - 1)]);
    await tryAgain();
  }
};
await start();
