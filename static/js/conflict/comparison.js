// Compares the hands since the start of what is only on this phone with those on the server, and
// fills in the server's view of a conflict: the hands that differ, or the numbers to choose from.
import { makeKey } from "../common/keys.js";
import { parsePage } from "../common/page.js";
import { fill, formatPoints } from "../common/texts.js";
import { changeHand, isComplete, listStates, numberAt } from "../scores/entries.js";
import { count, isNil, listBidders, nameBid, replay, sum } from "../scores/scores.js";

const isBegun = (hand) => isComplete(hand) || hand.bids.length > 0;

const mark = ({ redeal, bids, seats, piles }) => redeal ?? JSON.stringify(
  [bids, piles, piles && bids.map((_, seat) => (isNil(bids, seat) ? seats[seat] : 0))],
);

export const isStart = (part, whole) => part.every((hand, index) => {
  const other = whole[index];
  if (!other || mark(hand) === mark(other)) return Boolean(other);
  return !isComplete(hand) && (!hand.bids.length || String(hand.bids) === String(other.bids));
});

export const compare = ({ match, own, reply }) => {
  const { tables } = match.skeletons;
  const { start, hands, ended, winner } = listStates(tables, own).states.at(-1);
  const { file } = reply;
  const saved = file.hands.slice(start.place - 1).map(({ bids, tricks, piles, redeal }) => (
    changeHand(tables.sides, { bids: bids ?? [] }, {
      fact: redeal, tricks, piles: piles && file.sides.map((name) => piles[name]),
    })
  ));
  const isSame = file.ended && file.awarded === file.sides[winner];
  const end = ended && !isSame ? { winner } : null;
  return { start, mine: hands.filter(isBegun), saved, end };
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
export const rebuild = ({ own, reply }, { start, mine, saved, end }) => {
  const say = (place) => (fact, more) => {
    const old = own.entries.findLast(({ says }) => says.fact === fact && says.place === place);
    const key = old && reply.reason !== "key used" ? old.key : makeKey();
    return { key, at: old?.at ?? Date.now(), says: { fact, place, ...more } };
  };
  const all = mine.map((hand, index) => (
    replaceHand(hand, saved[index] ?? { bids: [] }, say(start.place + index))
  ));
  if (end) all.push([say()("end", end)]);
  return all.every(Boolean) ? all.flat() : null;
};

const MISSING = "\u2013";

const listNumbers = ({ dataset }, skeletons, hand) => {
  const { players, sides, tables, words } = skeletons;
  const { redeal, bids, seats, piles } = hand;
  if (redeal) return { [dataset.misdeal]: "\u2713" };
  const numbers = listBidders(skeletons, bids).map(([name, bid]) => [
    fill(dataset.bid, { name }), nameBid(words, bid),
  ]);
  const addTricks = (name, tricks) => numbers.push([fill(dataset.tricks, { name }), tricks]);
  for (const [side, all] of piles ? tables.sides.entries() : []) {
    const nils = all.filter((seat) => isNil(bids, seat));
    if (nils.length < all.length) addTricks(sides[side], piles[side]);
    for (const seat of nils) addTricks(players[seat], seats[seat]);
  }
  return Object.fromEntries(numbers);
};

const summarize = (table, skeletons, hand) => {
  if (!hand) return MISSING;
  const { bids, seats, piles } = hand;
  if (!piles) return Object.values(listNumbers(table, skeletons, hand)).join("\u202f\u00b7\u202f");
  return skeletons.tables.sides.map((all, side) => (
    piles[side] + sum(all.map((seat) => (isNil(bids, seat) ? seats[seat] : 0)))
  )).join(" : ");
};

const listDifferences = (table, { match: { skeletons }, reply }, { start, mine, saved }) => {
  const addUp = (standings) => standings.map(({ points }) => formatPoints(points)).join(" : ");
  const rows = [];
  for (let index = 0; index < Math.max(mine.length, saved.length); index += 1) {
    const both = [saved[index], mine[index]];
    const n = numberAt({ start, hands: mine }, start.place + index);
    const title = fill(table.dataset.hand, { n });
    if (!both.every(Boolean)) {
      rows.push([title, ...both.map((hand) => summarize(table, skeletons, hand))]);
    } else if (mark(both[0]) !== mark(both[1])) {
      const [one, other] = both.map((hand) => listNumbers(table, skeletons, hand));
      const names = Object.keys({ ...one, ...other }).filter((name) => one[name] !== other[name]);
      const cells = names.map((name) => [name, one[name] ?? MISSING, other[name] ?? MISSING]);
      rows.push([title], ...cells);
    }
  }
  const { standings } = replay(skeletons.tables, start, mine.filter(isComplete));
  return [...rows, [table.dataset.points, addUp(reply.base.standings), addUp(standings)]];
};

// The numbers of a refused entry, each with those that can be chosen.
const listChoices = (table, skeletons, says) => {
  const { players, sides, tables, words } = skeletons;
  const tricks = [...Array(tables.tricks + 1).keys()];
  const bidders = listBidders(skeletons, says.bids ?? []).map(([name, , seat]) => [seat, name]);
  const names = { bids: Object.fromEntries(bidders), tricks: players, piles: sides };
  const choose = (kind, [index, value]) => {
    const name = names[kind][index];
    const title = fill(table.dataset[kind === "bids" ? "bid" : "tricks"], { name });
    const about = { name: `${kind} ${index}`, ariaLabel: title };
    const field = Object.assign(document.createElement("select"), about);
    // A side bids a number, and no player bids for a partner.
    const isBid = (bid) => count(bid) > 0 || (bid !== "partner" && name === players[index]);
    field.append(...(kind === "bids" ? tables.bids.all.filter(isBid) : tricks).map(
      (one) => new Option(nameBid(words, one), one, one === value, one === value),
    ));
    return [title, field];
  };
  return ["bids", "tricks", "piles"].flatMap((kind) => Object.entries(says[kind] ?? {})
    .filter(([index, value]) => value !== null && names[kind][index])
    .map((one) => choose(kind, one)));
};

const fillInTable = (table, conflict, compared) => {
  const { match, own, reply } = conflict;
  const rows = compared ? listDifferences(table, conflict, compared)
    : listChoices(table, match.skeletons, own.entries[reply.entry].says);
  const row = table.tBodies[0].rows[0];
  for (const cells of rows) {
    const next = row.cloneNode(true);
    const [title, ...others] = cells;
    const isHeading = !others.length;
    next.cells[0].append(isHeading
      ? Object.assign(document.createElement("b"), { textContent: title }) : title);
    others.forEach((cell, index) => next.cells[index + 1].append(cell));
    row.before(next);
  }
  row.remove();
};

// Returns the server's view of a conflict without what is not about this case.
export const fillIn = (about, conflict, compared) => {
  const { match, own, reply } = conflict;
  const page = parsePage(reply.view);
  const { live } = document.querySelector("[data-live]").dataset;
  page.querySelector("[data-live]").dataset.live = live;
  for (const part of page.querySelectorAll("[data-for]")) {
    if (!part.dataset.for.split(" ").includes(about)) part.remove();
  }
  const table = page.querySelector(".entries");
  if (table) fillInTable(table, conflict, compared);
  const text = page.querySelector("[data-sentence]");
  if (text) {
    const state = listStates(match.skeletons.tables, own).states.at(-1);
    const n = numberAt(state, reply.place);
    text.textContent = fill(text.textContent, { n, sentence: reply.sentence });
  }
  return page;
};
