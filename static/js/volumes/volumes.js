// Keeps the season book on this phone where its owner wants that: a record for each scorebook, with
// its years. Of a year that is on this phone, `kept` has the document.
import { parsePage } from "../common/page.js";

export const VERSION = 1;
const DAY = 24 * 60 * 60 * 1000;
const LIFETIME = 400 * DAY;
const TIMEOUT = 20000;
// About 2,000 matches.
const MOST_BYTES = 5e6;
// The store imports this script when it is needed, and knows its address.
const { ask, change, DUE, list, PAUSE, remove, ROOT, write } = await import(
  document.getElementById("notice").dataset.store
);
// When this phone had no room, which it then does not try again for a day.
const FULL = `full${ROOT}`;

export const isFull = () => Math.abs(Date.now() - (localStorage.getItem(FULL) ?? 0)) < DAY;

const setFull = () => localStorage.setItem(FULL, Date.now());

// A database that is only slow has room.
const requireFull = (error) => {
  if (error?.name !== "QuotaExceededError") throw error;
};

export const isLost = () => localStorage.getItem(DUE) === "lost";

const setDue = (pause) => {
  if (parseInt(localStorage.getItem(DUE), 10) >= 0) localStorage.setItem(DUE, Date.now() + pause);
};

export const forget = async (scorebook, why) => {
  await remove("books", scorebook);
  if ((await list("books")).length) return;
  if (why) localStorage.setItem(DUE, why);
  else localStorage.removeItem(DUE);
};

export const listWanted = async () => {
  const wanted = (await list("books")).map(([scorebook, one]) => ({ ...one, scorebook }));
  const isOld = ({ v, checked }) => v === VERSION && Date.now() - checked > LIFETIME;
  for (const { scorebook } of wanted.filter(isOld)) await forget(scorebook);
  return wanted.filter((one) => !isOld(one)).sort((one, other) => other.checked - one.checked);
};

export const want = async ({ scorebook, name, volumes }) => {
  navigator.storage?.persist?.();
  localStorage.removeItem(FULL);
  const wanted = { v: VERSION, checked: Date.now(), name, volumes };
  try {
    await write("books", scorebook, wanted);
    localStorage.setItem(DUE, 0);
  } catch (error) {
    requireFull(error);
    setFull();
  }
};

// Our content security policy refuses its own style.
export const parseVolume = (html) => parsePage(html.replace(/<style>.*?<\/style>/s, ""));

// Returns a volume if the answer is one, and all of it.
const fetchVolume = async (scorebook, period) => {
  const answer = await ask(`${ROOT}book/${period}`);
  const html = answer?.ok ? (await answer.text()).trim() : "";
  if (!html.endsWith("</html>")) return null;
  const page = parseVolume(html);
  const { book, tag, made, matches, ...about } = page.documentElement.dataset;
  const isOurs = book === String(VERSION) && about.scorebook === scorebook
    && about.period === period;
  const isWhole = page.querySelectorAll("#matches details.m").length === Number(matches);
  return isOurs && isWhole ? { tag, made, html } : null;
};

// Deletes what the server no longer lists or what is too much. Then fetches what has changed, the
// newest first.
const update = async ({ scorebook, name, volumes: listed }, old) => {
  const volumes = listed.map((one) => ({ ...one }));
  let total = 0;
  const fitting = volumes.filter(({ bytes }, index) => {
    total += bytes;
    return !index || total <= MOST_BYTES;
  });
  for (const one of fitting) one.kept = old.find(({ period }) => period === one.period)?.kept;
  // Older volumes make room for a new one, else what was stored before stays. Returns nothing
  // without room, or if it was switched off in the meantime.
  const save = async (period) => {
    try {
      return await change("books", scorebook, (now) => (
        now?.v === VERSION ? { v: VERSION, checked: Date.now(), name, volumes } : now
      ));
    } catch (error) {
      requireFull(error);
      const oldest = fitting.filter((one) => one.kept && one.period < period).pop();
      if (!oldest) return setFull();
      oldest.kept = null;
      return save(period);
    }
  };
  if (!await save(fitting[0]?.period) || isFull()) return;
  for (const one of fitting.filter(({ kept, tag }) => kept?.tag !== tag)) {
    const kept = await fetchVolume(scorebook, one.period);
    if (!kept) return;
    one.kept = kept;
    if (!await save(one.period)) return;
  }
};

// Asks what is new. Returns what the server lists, if this phone may read the season book.
export const follow = async () => {
  // Entries go first. Those that were refused can wait for weeks; access that was lost can not.
  if ((await list("outbox")).some(([, { state }]) => !state)) return null;
  const wanted = (await listWanted()).filter(({ v }) => v === VERSION);
  if (wanted.length && !localStorage.getItem(DUE)) localStorage.setItem(DUE, 0);
  // If this page is left before the end, the next one goes on.
  setDue(TIMEOUT);
  const answer = await ask(`${ROOT}book/volumes`);
  if (!answer) return null;
  const found = answer.ok ? await answer.json() : null;
  if (found && isLost()) localStorage.removeItem(DUE);
  for (const { scorebook, volumes } of wanted) {
    const isListed = found?.scorebook === scorebook;
    const isOther = found && !isListed;
    const address = `${ROOT}scorebooks/${scorebook}`;
    const reply = isOther ? await ask(address, { method: "HEAD" }) : answer;
    if (reply?.status === 404) await forget(scorebook, "lost");
    else if (isListed && found.v === VERSION) await update(found, volumes);
  }
  setDue(PAUSE);
  return found;
};
