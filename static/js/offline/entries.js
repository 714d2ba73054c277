// What people enter while the server does not answer: entries of the outbox.
import { makeKey } from "../common/keys.js";
import { readSkew } from "../common/skew.js";
import { changeOutbox, send } from "../store/outbox.js";
import { read, remove, write } from "../store/database.js";
import { areSame, here, play, say, sayMissing } from "./here.js";
import { rename } from "./names.js";
import { show } from "./show.js";

const TRIES = 5;
const PAUSE = 100;
const MINUTE = 60 * 1000;

// Says which hands these entries are about, also for pages that do not know the match.
const describe = (box) => {
  const { numbers, outcome } = play(here.match, box);
  const [n, last] = [Math.min(...numbers), Math.max(...numbers)];
  const about = box.entries[0].says.fact === "start" ? "match"
    : ["hand", "both"][last - n] ?? "hands";
  return {
    waiting: say(`only ${about}`, { n, last }),
    saved: say(`saved ${about}`, { n, last }),
    // The server may know a later end.
    extended: outcome?.ending === "time" ? say("extended") : "",
  };
};

// Changes the outbox and returns true, unless another tab has made something else of the match.
const tryToChange = async (next, form) => {
  const known = here.state;
  let isDone = false;
  const changed = await changeOutbox(here.match.id, (now) => {
    isDone = areSame(known, play(here.match, now));
    if (!isDone) return now;
    const { at, base, before } = here.match;
    const old = now ?? { started: Date.now(), at, base, before, entries: [] };
    const fresh = { ...old, state: null, entries: next(old.entries) };
    return fresh.entries.length ? { ...fresh, ...describe(fresh) } : null;
  }, form);
  if (isDone) here.box = changed;
  return isDone;
};

const rewrite = async (next, form) => {
  here.isBusy = true;
  try {
    const known = here.state;
    for (let tries = 0; tries < TRIES && areSame(known, here.state); tries += 1) {
      if (await tryToChange(next, form)) break;
      // Perhaps it is just being sent.
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
      here.box = await read("outbox", here.match.id);
    }
    show();
    send();
  } finally {
    here.isBusy = false;
  }
};

// `was` is the form as it was sent: it may have arrived.
const makeEntry = (says, { key = makeKey(), was }) => (
  { key, says, at: Date.now(), was, tried: Boolean(was) }
);

export const record = (says, how) => {
  // So that the browser keeps it when the disk is full.
  if (!here.box) navigator.storage?.persist?.();
  // A list of tricks that was given up for plain numbers is not sent.
  if (says.fact === "tricks" && !says.tally) {
    remove("typed", `${here.match.id}-tally-${says.place}`).catch(() => {});
  }
  return rewrite((entries) => [...entries, makeEntry(says, how)], how.form);
};

// An entry that was never tried is just removed.
export const undo = (how) => rewrite((entries) => {
  const last = entries.at(-1);
  const isFree = last && !how.was && !last.tried && last.says.fact !== "undo";
  return isFree ? entries.slice(0, -1) : [...entries, makeEntry({ fact: "undo" }, how)];
});

export const begin = async (says, skeletons, how = {}) => {
  const id = makeKey();
  const base = { ...skeletons.base, first: says.first ?? 0 };
  const { minutes } = skeletons.tables.end;
  if (minutes) base.ends = new Date(Date.now() + readSkew() + minutes * MINUTE).toISOString();
  const named = rename(skeletons, says.players);
  const match = { v: 1, id, at: Date.now(), base, before: null, skeletons: named };
  Object.assign(here, { match, box: null });
  await write("matches", id, match);
  const clock = {
    utc_offset: -new Date().getTimezoneOffset(),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  await record({ fact: "start", id, house: skeletons.file.house, ...says, ...clock }, how);
};

export const rematch = async (body, how) => {
  const { file: { players }, fresh, rotation } = here.match.skeletons;
  const isRotated = body.has("rotate");
  const order = isRotated ? rotation : [...players.keys()];
  const { skeletons } = (isRotated ? await read("matches", `new ${fresh}`) : here.match) ?? {};
  // What 0.21 kept has no base.
  if (!skeletons?.base) return sayMissing();
  return begin({
    players: order.map((seat) => players[seat]),
    first: order.indexOf(here.state.turn.first),
    rematch_of: here.match.id,
  }, skeletons, how);
};
