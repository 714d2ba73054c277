// Settles what the server did not take: what it has goes, what only follows is sent again, and
// where two phones differ, people choose. Nothing is given up without a file.
import { makeKey } from "../common/keys.js";
import { parsePage } from "../common/page.js";
import { saveFile } from "./match_file.js";

// `match` is what this phone knows, `own` what is only on it, `reply` the server's answer, and
// `entries` what says the same on the match as it is now, or null.
let conflict = null;
// The page's own store, perhaps of an older release.
let store = null;
let isComparing = false;

const isStarting = ([first]) => first?.says.fact === "start";

const findLive = () => document.querySelector("[data-live]");

const locate = (id) => findLive().dataset.live.replace(/[^/]*$/, id);

// Without what makes it a rematch, it starts a match of its own.
const startAnew = ([{ at, says: { rematch_of: _, ...says } }, ...others]) => (
  [{ key: makeKey(), at, says }, ...others]
);

// Returns entries with keys; those that were sent before keep theirs.
const makeEntries = ({ entries }, { says: all, other, reason }) => {
  if (other && isStarting(entries)) return startAnew(entries);
  return all?.map((says) => {
    const old = entries.findLast((one) => (
      one.says.fact === says.fact && one.says.place === says.place
    ));
    const key = old && reason !== "key used" ? old.key : makeKey();
    return { key, at: old?.at ?? Date.now(), says };
  });
};

// Replaces what is only on this phone by these entries on the match as it is now, and sends them.
// `taken` is what they were made from.
const goOnFrom = async (base, left, taken = null) => {
  const { match, own, reply } = conflict;
  const box = left.length
    ? { ...own, base, before: null, state: null, entries: left, taken } : null;
  // If others go on in the meantime, people choose again.
  document.querySelector("[data-conflict]")?.removeAttribute("data-conflict");
  const here = { key: match.id, match: findLive().dataset.live };
  // Another phone started the same rematch.
  if (reply.reason === "rematch" && !isStarting(left)) return store.moveOutbox(here, reply.id, box);
  if (!box) return store.moveOutbox(here, match.id);
  await store.changeOutbox(match.id, () => box);
  return store.send();
};

const saveMine = () => {
  const { match: { skeletons }, own } = conflict;
  saveFile({ ...own, ...own.taken, skeletons });
};

const changeEntry = (says) => {
  const changed = structuredClone(says);
  for (const { name, value } of document.querySelectorAll(".entries select")) {
    const [kind, index] = name.split(" ");
    changed[kind][index] = /^\d+$/.test(value) ? Number(value) : value;
  }
  return changed;
};

const choices = {
  file: saveMine,
  again: ({ own: { base, entries, taken } }) => goOnFrom(base, entries, taken),
  keep: ({ own, reply }) => {
    saveMine();
    return goOnFrom(own.base, own.entries.slice(0, reply.entry ?? 0));
  },
  take: ({ own, reply, entries }) => {
    if (isStarting(entries)) return goOnFrom(own.base, entries);
    const { base, before, entries: mine } = own;
    return goOnFrom(reply.base, entries, { base, before, entries: mine, made: entries.length });
  },
  restore: async ({ reply }) => {
    await store.post(`${locate(reply.id)}/restoration`);
    return store.send();
  },
  change: ({ own: { base, entries, taken }, reply }) => goOnFrom(
    base,
    entries.map((entry, index) => (index === reply.entry
      ? { key: makeKey(), at: entry.at, says: changeEntry(entry.says) } : entry)),
    taken,
  ),
};

// Corrections of older hands are not in what was made from mine, so mine is compared again.
const takeBack = ({ taken, ...own }) => (
  { ...own, ...taken, entries: [...taken.entries, ...own.entries.slice(taken.made)], taken: null }
);

// Returns nothing without an answer: then the entries are sent again later, and refused again.
const compare = async ({ skeletons }, { base, before, entries }, { id, reason }) => {
  const about = {
    v: 1,
    base: base.version,
    standings: base.standings,
    known: before ? [before, base] : [base],
    house: skeletons.file.house,
    entries: entries.map(({ key, says, at }) => ({ key, says, age: Date.now() - at })),
  };
  isComparing = true;
  try {
    const answer = await store.post(`${locate(id)}/comparison`, { outbox: JSON.stringify(about) });
    return { reason, ...await answer.json() };
  } catch {
    return {};
  } finally {
    isComparing = false;
  }
};

export const settle = async (match, unsent, refused) => {
  if (isComparing) return;
  store = await import(document.getElementById("notice").dataset.store);
  const isChanged = refused.case === "changed";
  const own = unsent.taken && isChanged ? takeBack(unsent) : unsent;
  const reply = isChanged ? await compare(match, own, refused) : refused;
  const entries = makeEntries(own, reply);
  conflict = { match, own, reply, entries };
  if (reply.case === "saved") goOnFrom(reply.base, []);
  if (reply.case === "following") goOnFrom(reply.base, entries);
  if (!reply.view) return;
  const detail = parsePage(reply.view);
  detail.querySelector("[data-live]").dataset.live = findLive().dataset.live;
  document.dispatchEvent(new CustomEvent("exchange", { detail }));
};

document.addEventListener("click", ({ target }) => (
  choices[target.closest?.("[data-do]")?.dataset.do]?.(conflict)
));
