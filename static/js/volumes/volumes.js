// Keeps the season book on this phone where its owner wants that, a volume a year. What is wanted
// of a scorebook lists its volumes; `has` is the tag of one that is on this phone.
import { parsePage } from "../common/page.js";

export const VERSION = 1;
const WANTED = "wanted ";
const DAY = 24 * 60 * 60 * 1000;
const PAUSE = 10 * 60 * 1000;
const LIFETIME = 400 * DAY;
const TIMEOUT = 20000;
// About 2,000 matches.
const MOST_BYTES = 5e6;
// The store imports this script when it is needed, and knows its address.
const { change, DUE, list, read, remove, ROOT, write } = await import(
  document.getElementById("notice").dataset.store
);

const nameVolume = (scorebook, period) => `${scorebook}/${period}`;

export const readVolume = (scorebook, period) => read("books", nameVolume(scorebook, period));

// Returns when this phone next asks, and "full" until a time, or "lost", if it had no room or no
// access.
export const readState = () => {
  const [due, state = "", until] = (localStorage.getItem(DUE) ?? "").split(" ");
  return { due, state, until: Number(until) };
};

const setState = (...parts) => localStorage.setItem(DUE, parts.join(" "));

const setFull = () => setState(Date.now() + PAUSE, "full", Date.now() + DAY);

// Sets when this phone next asks, if it keeps anything. Returns whether it has had no room of late.
const setDue = (pause) => {
  const { due, state, until } = readState();
  const isFull = state === "full" && Date.now() < until;
  if (parseInt(due, 10) >= 0) setState(Date.now() + pause, ...(isFull ? [state, until] : []));
  return isFull;
};

// Only an answer with our header counts: a hotel's sign-in page is not us.
export const ask = async (address, method = "GET", timeout = TIMEOUT) => {
  const headers = { "X-Sent-By": "script" };
  const signal = AbortSignal.timeout?.(timeout);
  const answer = await fetch(address, { method, cache: "no-store", headers, signal });
  return answer.headers.has("X-Scorekeeper") ? answer : null;
};

const findWanted = () => list("books", IDBKeyRange.bound(WANTED, "wanted!"));

export const forget = async (scorebook, why) => {
  const all = IDBKeyRange.bound(nameVolume(scorebook, ""), nameVolume(scorebook, "\uffff"));
  await remove("books", all, WANTED + scorebook);
  if ((await findWanted()).length) return;
  if (why) setState("never", why);
  else localStorage.removeItem(DUE);
};

// Lists what is wanted, the scorebook that was met last first.
export const listWanted = async () => {
  const wanted = (await findWanted())
    .map(([key, one]) => ({ ...one, scorebook: key.slice(WANTED.length) }));
  const isOld = ({ v, checked }) => v === VERSION && Date.now() - checked > LIFETIME;
  for (const { scorebook } of wanted.filter(isOld)) await forget(scorebook);
  return wanted.filter((one) => !isOld(one)).sort((one, other) => other.checked - one.checked);
};

export const want = async ({ scorebook, name, volumes }) => {
  navigator.storage?.persist?.();
  setState(0);
  const wanted = { v: VERSION, checked: Date.now(), name, volumes };
  await write("books", WANTED + scorebook, wanted).catch(() => setState("never", "full"));
};

// Our content security policy refuses its own style.
export const parseVolume = (html) => parsePage(html.replace(/<style>.*?<\/style>/s, ""));

// Returns a volume if the answer is one, and all of it.
const fetchVolume = async (scorebook, period) => {
  const answer = await ask(`${ROOT}book/${period}`);
  const html = answer?.ok ? (await answer.text()).trim() : "";
  if (!html.endsWith("</html>")) return null;
  const page = parseVolume(html);
  const { lang, dataset } = page.documentElement;
  const isOurs = dataset.book === String(VERSION) && dataset.scorebook === scorebook
    && dataset.period === period;
  const matches = page.querySelectorAll("#matches details.m").length;
  if (!isOurs || matches !== Number(dataset.matches)) return null;
  const { tag, made } = dataset;
  return { v: VERSION, scorebook, period, tag, made, language: lang, matches, html };
};

// Stores a volume; older ones make room for it. Returns whether there is room.
const store = async (volume, older) => {
  const { scorebook, period } = volume;
  try {
    await write("books", nameVolume(scorebook, period), volume);
    return true;
  } catch (error) {
    if (error?.name !== "QuotaExceededError") throw error;
    const oldest = older.pop();
    if (!oldest) return false;
    await remove("books", nameVolume(scorebook, oldest.period));
    oldest.has = "";
    return store(volume, older);
  }
};

// Deletes what the server no longer lists or what is too much. Then fetches what has changed, the
// newest first.
const update = async ({ scorebook, name, volumes }, old, isFull) => {
  let bytes = 0;
  const listed = volumes.map((one, index) => {
    bytes += one.bytes;
    const { has, made } = old.find(({ period }) => period === one.period) ?? {};
    return { ...one, made, has: !index || bytes <= MOST_BYTES ? has ?? "" : null };
  });
  const fitting = listed.filter(({ has }) => has !== null);
  // Without what is wanted, it was switched off in the meantime.
  const save = () => change("books", WANTED + scorebook, (now) => now && {
    v: VERSION, checked: Date.now(), name, volumes: listed,
  });
  for (const { period } of old) {
    const isKept = fitting.some((one) => one.period === period);
    if (!isKept) await remove("books", nameVolume(scorebook, period));
  }
  await save();
  for (const one of isFull ? [] : fitting.filter(({ has, tag }) => has !== tag)) {
    const volume = await fetchVolume(scorebook, one.period);
    if (!volume) return;
    const older = fitting.filter(({ has, period }) => has && period < one.period);
    const isStored = await store({ ...volume, name }, older);
    if (isStored) Object.assign(one, { has: volume.tag, made: volume.made });
    else setFull();
    const isWanted = await save();
    if (!isWanted) await forget(scorebook);
    if (!isStored || !isWanted) return;
  }
};

// Asks what is new. Returns what the server lists, if this phone may read the season book.
export const follow = async () => {
  const isWaiting = (await list("outbox")).length
    || (await list("typed")).some(([, { waiting }]) => waiting);
  if (isWaiting) return null;
  const wanted = (await listWanted()).filter(({ v }) => v === VERSION);
  if (wanted.length && !readState().due) setState(0);
  // If this page is left before the end, the next one goes on.
  const isFull = setDue(TIMEOUT);
  const answer = await ask(`${ROOT}book/volumes`);
  if (!answer) return null;
  const found = answer.ok ? await answer.json() : null;
  if (found && readState().state === "lost") localStorage.removeItem(DUE);
  for (const { scorebook, volumes } of wanted) {
    const isListed = found?.scorebook === scorebook;
    const isOther = found && !isListed;
    const reply = isOther ? await ask(`${ROOT}scorebooks/${scorebook}`, "HEAD") : answer;
    if (reply?.status === 404) await forget(scorebook, "lost");
    else if (isListed && found.v === VERSION) await update(found, volumes, isFull);
  }
  setDue(PAUSE);
  return found;
};
