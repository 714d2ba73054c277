// Settles what the server did not take: what it has goes, what only follows is sent again, and
// where two phones differ, people choose. Nothing is given up without a file.
import { makeKey } from "../common/keys.js";
import { compare, fillIn, isStart, rebuild } from "./comparison.js";
import { saveFile } from "./match_file.js";

// `match` is what this phone knows, `own` what is only on it, `reply` the server's answer, and
// `entries` what says the same on the match as it is now, or null.
let conflict = null;
// The page's own store, perhaps of an older release.
let store = null;

const isStarting = ([first]) => first?.says.fact === "start";

const findLive = () => document.querySelector("[data-live]");

// The server lacks what this phone knows: a backup was restored.
const isApart = ({ own: { base }, reply }) => reply.file.hands.length < base.place - 1
  || reply.version < base.version || (reply.version === base.version
    && JSON.stringify(reply.base.standings) !== JSON.stringify(base.standings));

// A match that was started here has other players or house rules on the server.
const isOther = ({ match, own: { entries }, reply: { file } }) => {
  const started = isStarting(entries) ? entries[0].says : { house: match.skeletons.file.house };
  return ["house", "players"].some((part) => part in started
    && JSON.stringify(file[part]) !== JSON.stringify(started[part]));
};

// Without what makes it a rematch, it starts a match of its own.
const startAnew = ([{ at, says: { rematch_of: _, ...says } }, ...others]) => (
  [{ key: makeKey(), at, says }, ...others]
);

const findEntries = (compared) => {
  const { own } = conflict;
  if (isOther(conflict) && isStarting(own.entries)) return startAnew(own.entries);
  const isUndone = compared.start !== own.base;
  // What was only undone here cannot be undone there.
  const isLost = isUndone && isStart(compared.mine, compared.saved);
  return isApart(conflict) || isLost ? null : rebuild(conflict, compared);
};

// Two phones that differ are apart if mine cannot be made of theirs.
const judge = (compared) => {
  const { start, mine, saved, end } = compared;
  const isChanged = isApart(conflict) || isOther(conflict) || start !== conflict.own.base;
  if (!isChanged && isStart(mine, saved) && !end) return "saved";
  if (!isChanged && isStart(saved, mine)) return "following";
  return conflict.entries ? "different" : "apart";
};

const findReason = ({ own: { state: { status } }, reply }) => {
  if (status === 410) return "deleted";
  if (status === 403) return "closed";
  if ([400, 404].includes(status) || reply.reason === "id taken") return "denied";
  if (status === 422 && reply.place && reply.code !== "match is over") return "refused";
  return status === 422 || !reply.file ? "over" : "changed";
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
    const matches = findLive().dataset.live.replace(/[^/]*$/, "");
    await store.post(`${matches}${reply.id}/restoration`);
    return store.send();
  },
  change: ({ own: { base, entries, taken }, reply }) => goOnFrom(
    base,
    entries.map((entry, index) => (index === reply.entry
      ? { key: makeKey(), at: entry.at, says: changeEntry(entry.says) } : entry)),
    taken,
  ),
};

const ask = (about, compared) => document.dispatchEvent(
  new CustomEvent("exchange", { detail: fillIn(about, conflict, compared) }),
);

// Corrections of older hands are not in what was made from mine, so mine is compared again.
const takeBack = ({ taken, ...own }) => (
  { ...own, ...taken, entries: [...taken.entries, ...own.entries.slice(taken.made)], taken: null }
);

export const settle = async (match, unsent, reply) => {
  const own = unsent.taken && reply.file ? takeBack(unsent) : unsent;
  conflict = { match, own, reply, entries: null };
  store = await import(document.getElementById("notice").dataset.store);
  const reason = findReason(conflict);
  if (reason !== "changed") return ask(reason);
  const compared = compare(conflict);
  conflict.entries = findEntries(compared);
  const outcome = judge(compared);
  if (outcome === "saved") return goOnFrom(reply.base, []);
  if (outcome === "following") return goOnFrom(reply.base, conflict.entries);
  return ask(outcome, compared);
};

document.addEventListener("click", ({ target }) => (
  choices[target.closest?.("[data-do]")?.dataset.do]?.(conflict)
));
