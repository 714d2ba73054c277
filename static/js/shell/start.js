// The page that opens without a network. At the address of a match that is kept here, the match
// goes on; at any other address it lists what is only on this phone.
import { fill } from "../common/texts.js";
import { look, resume } from "../offline/keep.js";
import { list, read, remove } from "../store/database.js";
import { post, send } from "../store/outbox.js";
import { locate, makeKeptCard, makeUnsentCard, page, root, writeTime } from "./cards.js";
import { isUnnamed, setUpNewMatch } from "./new_match.js";

const VERSION = 1;
const PATIENCE = 8000;
const TRYING = 800;
const PAUSES = [3, 6, 12, 24, 30];
const STORES = ["matches", "outbox", "typed"];
const since = Date.now();
const isHome = location.pathname === new URL("offline", root).pathname;
let tried = since;
let isOnline = false;
let shown = "";

const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

const areNewer = (...values) => values.some((value) => value?.v > VERSION);

// Where the browser blocks its database, nothing is kept.
const readAll = (name) => list(name).catch(() => []);

const readMatches = async () => {
  const [matches, outbox, typed] = await Promise.all(STORES.map(readAll));
  const ids = [...outbox, ...matches].filter((one) => !isUnnamed(one)).map(([key]) => key);
  const found = [];
  for (const id of new Set(ids)) {
    const [kept, box] = [matches, outbox].map((all) => all.find(([key]) => key === id)?.[1]);
    const isNewer = areNewer(kept, box);
    const state = isNewer ? null : await look(id).catch(() => {});
    const { standings } = state ?? box?.base ?? kept.base ?? {};
    found.push({ entries: [], ...kept, ...box, id, isNewer, standings });
  }
  // Forms that were complete.
  for (const [, { waiting, action, at }] of typed) {
    const id = action?.match(/matches\/([^/]+)\//)?.[1];
    const isOwn = waiting && id && !outbox.some(([key]) => key === id);
    if (isOwn) found.push({ id, waiting, entries: [{ at }], isForm: true });
  }
  return [matches, found];
};

const fillIn = (name, cards) => {
  const group = page.querySelector(`[data-${name}]`);
  group.hidden = !cards.length;
  group.querySelector("[data-cards]").replaceChildren(...cards);
};

const show = async () => {
  const [matches, all] = await readMatches();
  // A match that starts takes the place of this page.
  if (!page.isConnected) return;
  const state = JSON.stringify([isOnline, isOnline || writeTime(tried), all]);
  if (state === shown) return;
  shown = state;
  const unsent = all.filter(({ entries }) => entries.length);
  fillIn("unsent", unsent.map((one) => makeUnsentCard(one, isOnline ? null : tried, tryNow)));
  fillIn("kept", all.filter((one) => !unsent.includes(one)).map((one) => makeKeptCard(one, show)));
  page.querySelector("[data-away]").hidden = isOnline || unsent.length;
  page.querySelector("[data-everything]").hidden = !isOnline;
  page.querySelector("[data-nothing]").hidden = !isOnline || all.length;
  setUpNewMatch(matches, isOnline);
  const turn = document.querySelector(".bar__turn > [data-since]");
  turn.textContent = isOnline ? "" : fill(turn.dataset.since, { time: writeTime(since) });
  page.hidden = false;
};

const ask = async (place, method = "GET") => {
  const headers = { "X-Sent-By": "script" };
  const signal = AbortSignal.timeout?.(PATIENCE);
  const response = await fetch(place, { method, cache: "no-store", headers, signal });
  return response.headers.has("X-Scorekeeper") ? response : null;
};

// A phone without access keeps only what it has not sent. Only a match has an ETag.
const deleteLost = async () => {
  const [, all] = await readMatches();
  for (const { id } of all.filter(({ entries }) => !entries.length)) {
    const { status, headers } = await ask(locate(id), "HEAD") ?? {};
    if ([200, 404].includes(status) && !headers.has("ETag")) await remove("matches", id);
  }
};

const tryAgain = async () => {
  tried = Date.now();
  const answer = await ask(new URL("token", root)).catch(() => null);
  if (!page.isConnected) return;
  // A reload would interrupt what is being sent.
  if (answer) await send();
  if (answer && !isHome) location.reload();
  if (answer && !isOnline) await deleteLost().catch(() => {});
  isOnline = Boolean(answer);
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
  if (!await post(new URL("offline", root), "").catch(() => {})) {
    await tryAgain();
    return;
  }
  for (const name of STORES) {
    for (const [key] of await readAll(name)) await remove(name, key);
  }
  sessionStorage.clear();
  location.replace(root);
};

const start = async () => {
  const id = location.pathname.slice(root.pathname.length).match(/^matches\/([^/]+)$/)?.[1];
  const names = id ? ["matches", "outbox"] : [];
  const values = await Promise.all(names.map((name) => read(name, id).catch(() => {})));
  if (id && !areNewer(...values) && await resume(id).catch(() => false)) {
    document.body.classList.add("felt");
    return;
  }
  await (isHome ? tryAgain() : show());
  addEventListener("online", tryAgain);
  document.addEventListener("visibilitychange", () => document.hidden || tryAgain());
  page.querySelector("[data-again]").addEventListener("click", tryNow);
  page.querySelector("[data-everything] button").addEventListener("click", deleteEverything);
  for (let tries = 0; page.isConnected; tries += 1) {
    await wait(1000 * PAUSES[Math.min(tries, PAUSES.length - 1)]);
    await tryAgain();
  }
};
await start();
