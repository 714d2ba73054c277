// Works the entries of an outbox into hands.
import { readSkew } from "../common/skew.js";
import { isNil, sum } from "./scores.js";

const MINUTE = 60 * 1000;

export const isComplete = ({ redeal, piles }) => Boolean(redeal || piles);

// A pile that is not given is what the seats of its side took, except on nil.
export const makePiles = (sides, bids, { tricks, piles }) => sides.map((seats, side) => (
  piles?.[side] ?? sum(seats.map((seat) => (isNil(bids, seat) ? 0 : tricks[seat] ?? 0)))
));

const changeHand = (sides, hand, says) => {
  if (says.fact === "misdeal") return { ...hand, redeal: says.fact };
  const { bids = hand.bids, tricks } = says;
  return { ...hand, bids, ...(tricks && { seats: tricks, piles: makePiles(sides, bids, says) }) };
};

export const numberAt = ({ start, hands }, place) => start.played + 1
  + hands.slice(0, Math.max(0, place - start.place)).filter(({ redeal }) => !redeal).length;

const begin = (start, undoes = null) => (
  { start, hands: start.bids ? [{ bids: start.bids }] : [], ended: null, undoes }
);

const add = (sides, state, { says, at }, minutes) => {
  const index = says.place - state.start.place;
  const old = state.hands[index];
  const what = says.fact === "bids" && old ? "changed" : says.fact;
  const undoes = what === "correct" ? state.undoes : [what, numberAt(state, says.place)];
  if (says.fact === "end") return { ...state, ended: at, winner: says.winner ?? null, undoes };
  const hand = changeHand(sides, old ?? { bids: [] }, says);
  if (says.fact !== "correct") Object.assign(hand, { at, minutes });
  return { ...state, hands: Object.assign([...state.hands], { [index]: hand }), undoes };
};

// Returns the states of a match that Undo leads back through: those `known` from the server, and
// one for each entry. Each has a base and the hands since then, the last perhaps still played; when
// it ended early, and who won if the others gave up; and what Undo would undo, with the number of
// its hand, or null if only the server knows.
export const listStates = ({ sides, end }, { base, before, at, entries = [] }) => {
  const states = before ? [begin(before), begin(base, base.undoes)] : [begin(base)];
  let known = states.length;
  for (const entry of entries) {
    const { says, at: now } = entry;
    const state = states.at(-1);
    if (says.fact === "undo") {
      states.pop();
      // Undo reaches what the server has, too.
      known = Math.min(known, states.length);
    } else if (says.fact === "end" || says.place >= state.start.place) {
      // What an earlier release kept has no end.
      const minutes = base.ends ? end.minutes + (now + readSkew() - Date.parse(base.ends)) / MINUTE
        : base.progress.minutes + Math.max(0, now - at) / MINUTE;
      states.push(add(sides, state, entry, minutes));
    }
  }
  return { states, known };
};
