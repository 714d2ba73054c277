// Keeps what a match needs to go on without the server, and what new matches and rotated partners
// need: skeletons without names, of the house rules played last.
import { list, read, remove, write } from "../store/database.js";
import { send } from "../store/outbox.js";
import { findLive, here, play, readId } from "./here.js";
import { show } from "./show.js";

const VERSION = 1;
const MOST = 3;
const HOUR = 60 * 60 * 1000;
const PATIENCE = 4000;
const NEW = "new ";

const removeOld = async (isOne) => {
  const all = (await list("matches")).filter(([key]) => isOne(key));
  all.sort(([, one], [, other]) => other.at - one.at);
  for (const [key] of all.slice(MOST)) await remove("matches", key);
};

const fetchSkeletons = async (address) => (await fetch(address)).json();

const keepUnnamed = async ({ fresh, release }) => {
  const { at, skeletons: old } = (await read("matches", NEW + fresh)) ?? {};
  const isCurrent = old?.release === release;
  if (isCurrent && Date.now() - at < HOUR) return;
  const skeletons = isCurrent ? old : await fetchSkeletons(fresh);
  await write("matches", NEW + fresh, { v: 1, at: Date.now(), skeletons });
  await removeOld((key) => key.startsWith(NEW));
};

// Returns the state before the last change, as far as the phone has seen it.
const findBefore = (old, base) => {
  if (document.getElementById("redo")) return null;
  const steps = base.version - old.base.version;
  if (steps === 0) return old.before;
  return steps === 1 && old.base.counted ? old.base : null;
};

export const keep = async () => {
  const { live: address, base: json, skeletons: url } = findLive()?.dataset ?? {};
  if (!url || here.isAway || findLive().dataset.kept === json) return;
  findLive().dataset.kept = json;
  const id = readId(address);
  const base = JSON.parse(json);
  const old = await read("matches", id).catch(() => {});
  const isKnown = old?.url === url;
  const before = isKnown && base.undoes ? findBefore(old, base) : null;
  const skeletons = isKnown ? old.skeletons : await fetchSkeletons(url);
  if (here.isAway || findLive()?.dataset.base !== json) return;
  // A question about the match hides its sheet.
  const known = isKnown && old.base.version === base.version ? old.rows : "";
  const rows = document.querySelector(".sheet")?.outerHTML ?? known;
  here.match = { v: 1, id, at: Date.now(), url, base, before, skeletons, rows };
  here.box = await read("outbox", id).catch(() => {});
  document.documentElement.dataset.patience = PATIENCE;
  here.isKept = await write("matches", id, here.match).then(() => true, () => false);
  if (!here.isKept) return;
  if (here.box) send();
  const unsent = new Set((await list("outbox")).map(([key]) => key));
  await removeOld((key) => !key.startsWith(NEW) && !unsent.has(key));
  await keepUnnamed(skeletons);
};

export const areNewer = (...values) => values.some((value) => value?.v > VERSION);

// What a newer release stored waits for its pages.
const open = async (id) => {
  const [kept, box = null] = await Promise.all(["matches", "outbox"].map((name) => read(name, id)));
  const since = box && { at: box.at, base: box.base, before: box.before };
  return { match: areNewer(kept, box) ? null : kept && { ...kept, id, ...since }, box };
};

export const look = async (id) => {
  const { match, box } = await open(id);
  return match && play(match, box);
};

// Returns whether the match is kept here.
export const resume = async (id) => {
  const found = await open(id);
  if (!found.match) return false;
  Object.assign(here, found);
  show();
  return true;
};
