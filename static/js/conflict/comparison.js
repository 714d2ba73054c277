// Compares the hands since the start of what is only on this phone with those on the server.
import { makeKey } from "../common/keys.js";
import { isNil } from "../scores/scores.js";
import { changeHand, isComplete, listStates } from "../scores/entries.js";

const isBegun = (hand) => isComplete(hand) || hand.bids.length > 0;

// Two hands with the same mark are the same.
export const mark = ({ redeal, bids, seats, piles }) => redeal ?? JSON.stringify(
  [bids, piles, piles && bids.map((_, seat) => (isNil(bids, seat) ? seats[seat] : 0))],
);

export const isStart = (part, whole) => part.every((hand, index) => {
  const other = whole[index];
  if (!other || mark(hand) === mark(other)) return Boolean(other);
  return !isComplete(hand) && (!hand.bids.length || String(hand.bids) === String(other.bids));
});

export const compare = ({ match, own, reply }) => {
  const { tables } = match.skeletons;
  const { start, hands, ended } = listStates(tables, own).states.at(-1);
  const { file } = reply;
  const saved = file.hands.slice(start.place - 1).map(({ bids, tricks, piles, redeal }) => (
    changeHand(tables.sides, { bids: bids ?? [] }, {
      fact: redeal, tricks, piles: piles && file.sides.map((name) => piles[name]),
    })
  ));
  return { start, mine: hands.filter(isBegun), saved, isEnded: Boolean(ended && !file.ended) };
};

// The entries that make a hand of the server mine, or null if none do.
const replaceHand = (hand, there, say) => {
  const { redeal, bids, seats = there.seats, piles = there.piles } = hand;
  const tricks = { tricks: seats, piles: { ...piles } };
  const isNew = !redeal && String(bids) !== String(there.bids);
  if (mark(hand) === mark(there)) return [];
  if (isComplete(there)) {
    if (!isComplete(hand) && !isNew) return [];
    return there.redeal || redeal ? null : [say("correct", { bids, ...tricks })];
  }
  return [
    ...(isNew ? [say("bids", { bids })] : []),
    ...(redeal ? [say("misdeal")] : []),
    ...(hand.piles ? [say("tricks", tricks)] : []),
  ];
};

// The entries that make the server's match mine, or null if none do.
export const rebuild = ({ own, reply }, { start, mine, saved, isEnded }) => {
  const say = (place) => (fact, more) => {
    const old = own.entries.findLast(({ says }) => says.fact === fact && says.place === place);
    const key = old && reply.reason !== "key used" ? old.key : makeKey();
    return { key, at: old?.at ?? Date.now(), says: { fact, place, ...more } };
  };
  const all = mine.map((hand, index) => (
    replaceHand(hand, saved[index] ?? { bids: [] }, say(start.place + index))
  ));
  if (isEnded) all.push([say()("end")]);
  return all.every(Boolean) ? all.flat() : null;
};
