// The page that opens without a network. At the address of a match that is kept here, the match goes on; at any other
// address it lists what is only on this phone.
const VERSION = 1;
const PATIENCE = 8000;
const TRYING = 800;
const PAUSES = [3, 6, 12, 24, 30];
const notice = document.getElementById("notice").dataset;
const page = document.querySelector("[data-shell]");
const root = new URL(".", document.querySelector("link[rel=manifest]").href);
const [store, offline] = await Promise.all([import(notice.store), import(notice.offline)]);
const since = Date.now();
let tried = since;
let isOnline = false;
let shown = "";

const address = (id) => new URL(`matches/${id}`, root).pathname;
const isHome = location.pathname === new URL("offline", root).pathname;

// Values of a newer release, which this one can't read.
const areNewer = (...values) => values.some((value) => value?.v > VERSION);

// Where the browser blocks its database, nothing is kept.
const readAll = (name) => store.list(name).catch(() => []);

const readMatches = async () => {
  const [matches, outbox, typed] = await Promise.all(["matches", "outbox", "typed"].map(readAll));
  const ids = new Set([...outbox, ...matches].map(([key]) => key).filter((key) => !key.startsWith(NEW)));
  const found = [];
  for (const id of ids) {
    const [kept, box] = [matches, outbox].map((all) => all.find(([key]) => key === id)?.[1]);
    const isNewer = areNewer(kept, box);
    const state = isNewer ? null : await offline.look(id).catch(() => {});
    found.push({ entries: [], ...kept, ...box, id, isNewer, standings: (state ?? box?.base ?? kept.base)?.standings });
  }
  // Forms that were complete.
  for (const [, { waiting, action, at }] of typed) {
    const id = action?.match(/matches\/([^/]+)\//)?.[1];
    if (waiting && id && !outbox.some(([key]) => key === id)) found.push({ id, waiting, entries: [{ at }], isForm: true });
  }
  return [matches, found];
};

const show = async () => {
  const [matches, all] = await readMatches();
  // A match that starts takes the place of this page.
  if (!page.isConnected) return;
  const state = JSON.stringify([isOnline, isOnline || time(tried), all]);
  if (state === shown) return;
  shown = state;
  const unsent = all.filter(({ entries }) => entries.length);
  const kept = all.filter(({ entries }) => !entries.length);
  const lists = { unsent: unsent.map(makeUnsentCard), kept: kept.map(makeKeptCard) };
  for (const [name, cards] of Object.entries(lists)) {
    const list = page.querySelector(`[data-${name}]`);
    list.hidden = !cards.length;
    list.querySelector("[data-cards]").replaceChildren(...cards);
  }
  page.querySelector("[data-away]").hidden = isOnline || unsent.length;
  page.querySelector("[data-everything]").hidden = !isOnline;
  page.querySelector("[data-nothing]").hidden = !isOnline || all.length;
  setUpNewMatch(matches, isOnline);
  const turn = document.querySelector(".bar__turn > [data-since]");
  turn.textContent = isOnline ? "" : turn.dataset.since.replace("{time}", time(since));
  page.hidden = false;
};

const isAnswered = async (place, options) => {
  const response = await fetch(place, { cache: "no-store", headers: { "X-Sent-By": "script" }, signal: AbortSignal.timeout?.(PATIENCE), ...options });
  return response.headers.has("X-Scorekeeper") && response;
};

// A phone without access has nothing left here to see, except what it has not sent. At home it gets the page that asks for
// the code. Only a match has an ETag.
const deleteLost = async () => {
  const [, all] = await readMatches();
  for (const { id, entries } of all) {
    const { status, headers } = (!entries.length && await isAnswered(address(id), { method: "HEAD" })) || {};
    if ([200, 404].includes(status) && !headers.has("ETag")) await store.remove("matches", id);
  }
};

const look = async () => {
  tried = Date.now();
  const answered = await isAnswered(new URL("token", root)).catch(() => false);
  if (!page.isConnected) return;
  // A reload would interrupt what is being sent.
  if (answered) await store.send();
  if (answered && !isHome) location.reload();
  if (answered && !isOnline) await deleteLost().catch(() => {});
  isOnline = Boolean(answered);
  await show();
};

const tryNow = async ({ currentTarget: key }) => {
  // What waits is sent by the store, which listens to the same event.
  dispatchEvent(new Event("online"));
  // So that people see that their tap did something.
  key.ariaBusy = "true";
  await new Promise((resolve) => { setTimeout(resolve, TRYING); });
  key.ariaBusy = null;
};

const deleteEverything = async () => {
  if (!await store.post(new URL("offline", root), "").catch(() => {})) return look();
  for (const name of ["matches", "outbox", "typed"]) {
    for (const [key] of await readAll(name)) await store.remove(name, key);
  }
  sessionStorage.clear();
  return location.replace(root);
};

const start = async () => {
  const id = location.pathname.slice(root.pathname.length).match(/^matches\/([^/]+)$/)?.[1];
  const values = id ? await Promise.all(["matches", "outbox"].map((name) => store.read(name, id).catch(() => {}))) : [];
  if (id && !areNewer(...values) && await offline.resume(id).catch(() => false)) {
    document.body.classList.add("felt");
    return;
  }
  await (isHome ? look() : show());
  addEventListener("online", look);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  page.querySelector("[data-again]").addEventListener("click", tryNow);
  page.querySelector("[data-everything] button").addEventListener("click", deleteEverything);
  for (let tries = 0; page.isConnected; tries += 1) {
    await new Promise((resolve) => { setTimeout(resolve, 1000 * PAUSES[Math.min(tries, PAUSES.length - 1)]); });
    await look();
  }
};
await start();
