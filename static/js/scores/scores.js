// Adds up a match on the phone from its score tables (rules/score_tables.py). Every number in them
// comes from the rules; here is only what adds them up.
import { isBlind, isNil, sum, sumBids } from "./bids.js";
import { decide } from "./endings.js";

const listNils = (tables, bids, nils, taken) => {
  const failed = nils.some((seat) => taken[seat]);
  const pair = nils.length > 1 && tables.nils[bids.join("+")];
  if (pair) return [[...pair[failed ? 1 : 0], 0, null]];
  return nils.map((seat) => [...tables.nils[bids[seat]][taken[seat] ? 1 : 0], taken[seat], seat]);
};

const listContract = (tables, bids, contract, counted) => {
  const blind = sumBids(bids.filter(isBlind));
  const [ifMade, ifSet] = tables.contracts[`${contract} ${blind}`]
    ?? tables.contracts[`${contract} 0`];
  const [first, ...others] = counted >= contract ? ifMade
    : ifSet[Math.min(counted, ifSet.length - 1)];
  return [[...first, counted, null], ...others.map((line) => [...line, contract, null])];
};

// Scores one side: its bids, the tricks of its pile, and those of its seats, null if pooled.
const scoreSide = (tables, bids, pile, taken, before) => {
  const nils = [...bids.keys()].filter((seat) => isNil(bids, seat));
  const contract = sumBids(bids);
  const onNils = sum(nils.map((seat) => taken[seat]));
  const failed = tables.failed[nils.length > 1 ? 1 : 0];
  const counted = pile + (failed ? 0 : onNils);
  const made = contract ? counted >= contract : null;
  const lines = [];
  let bags = 0;
  const add = (number, [bagsEach, line]) => {
    bags += number * bagsEach;
    if (line) lines.push([line[0], number * line[1], number, null]);
  };

  if (contract) lines.push(...listContract(tables, bids, contract, counted));
  else if (!bids.length) add(counted, tables.first_hand);
  lines.push(...listNils(tables, bids, nils, taken));
  if (made && counted > contract) add(counted - contract, tables.overtrick);
  if (onNils && failed) add(onNils, failed);
  const [bagsLeft, times, penalty] = tables.penalties[before.bags + bags];
  if (times) lines.push([...penalty, times, null]);

  const points = sum(lines.map((line) => line[1]));
  const standing = { points: before.points + points, bags: bagsLeft };
  return { contract, made, lines, points, bags, standing };
};

const scoreHand = (tables, { bids, seats, piles }, standings) => tables.sides.map((side, index) => {
  const own = bids.length ? side.map((seat) => bids[seat]) : [];
  const taken = side.map((seat) => seats[seat]);
  const score = scoreSide(tables, own, piles[index], taken, standings[index]);
  for (const line of score.lines) line[3] = side[line[3]] ?? null;
  return score;
});

const findTurn = (tables, { first, played, standings }) => {
  const dealer = (first + played) % tables.sides.flat().length;
  const isFresh = !played && standings.every(({ points, bags }) => !points && !bags);
  return {
    hand: played + 1,
    first: dealer,
    leads: (dealer + 1) % tables.sides.flat().length,
    bidsItself: Boolean(tables.first_hand) && isFresh,
  };
};

// Adds hands to the match as the server had it. A hand without tricks is the one being played;
// `minutes` are those from the start of the match to the hand.
export const replay = (tables, base, hands) => {
  let { standings, progress, played, place, brought, outcome = null } = base;
  const scores = [];
  for (const { redeal, minutes = progress.minutes, ...hand } of hands) {
    if (!redeal && !hand.piles) continue;
    place += 1;
    if (redeal) continue;
    const score = scoreHand(tables, hand, standings);
    scores.push(score);
    standings = score.map((side) => side.standing);
    brought = score.map(({ points }) => points);
    const sets = score.map(({ made }, side) => (progress.sets[side] ?? 0) + (made === false));
    progress = { sets, hands: progress.hands + 1, minutes };
    played += 1;
    outcome = decide(tables.end, standings, progress);
  }
  const state = { ...base, standings, progress, played, place, brought, outcome, scores };
  return { ...state, turn: findTurn(tables, state) };
};
