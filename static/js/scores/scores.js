// Adds up a match on the phone from its score tables (rules/score_tables.py), in which every number
// comes from the rules. Bids are written as in the match file: 4, "nil", "blind nil" or "blind 6";
// "partner" belongs to the number of the other seat of the side.
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

export const count = (bid) => Number(String(bid).match(/\d+/) ?? 0);

export const sumBids = (bids) => sum(bids.map(count));

export const isBlind = (bid) => String(bid).startsWith("blind");

// In a first hand without bids, nobody bid nil.
export const isNil = (bids, seat) => /nil$/.test(bids[seat]);

export const findSide = (sides, seat) => sides.findIndex((seats) => seats.includes(seat));

export const isShared = (bids, seats) => seats.some((seat) => bids[seat] === "partner");

// Returns each player, or the side of partners who bid one number, with the bid and its seat.
export const listBidders = ({ tables, players, sides }, bids, order = [...bids.keys()]) => {
  const names = new Map(order.map((seat) => {
    const side = findSide(tables.sides, seat);
    const seats = tables.sides[side];
    return isShared(bids, seats) ? [seats[0], sides[side]] : [seat, players[seat]];
  }));
  return [...names].map(([seat, name]) => [name, bids[seat], seat]);
};

export const nameBid = ({ nils, blind }, bid) => nils[bid]
  ?? (isBlind(bid) ? blind.replace("{n}", count(bid)) : bid);

// Returns why the rules refuse these bids, and the first side that it is about; null if they don't.
// A seat that bid blind in the old bids is not asked again how far it is behind.
export const refuse = (tables, bids, standings, old) => {
  const { sides, bids: { all, codes, side, total, deficit } } = tables;
  const best = Math.max(...standings.map(({ points }) => points));
  const own = sides.map((seats) => seats.map((seat) => bids[seat]));
  if (!bids.every((bid) => all.includes(bid))) return { code: "not a bid", index: 0 };
  const late = bids.findIndex((bid, seat) => isBlind(bid) && !isBlind(old?.[seat])
    && best - standings[findSide(sides, seat)].points < deficit);
  if (late >= 0) {
    return { code: "not far enough behind", index: findSide(sides, late), seat: late };
  }
  const places = own.map((some) => some.reduce(
    (place, bid) => place * all.length + all.indexOf(bid), 0,
  ));
  const index = Math.max(places.findIndex((place) => side[place]), 0);
  const code = codes[side[places[index]] || total[sumBids(bids)]];
  return code ? { code, index } : null;
};

// The order of endings is a rule that a script repeats; test_order_of_endings.py compares it.
const findEnding = ({ target, floor, hand_limit: hands, minutes }, points, progress) => {
  if (Math.max(...points) >= target) return "target";
  if (floor !== null && Math.min(...points) <= floor) return "floor";
  if (hands !== null && progress.hands >= hands) return "hands";
  return minutes !== null && progress.minutes >= minutes ? "time" : null;
};

export const decide = (end, standings, progress) => {
  const points = standings.map((side) => side.points);
  const every = [...points.keys()];
  const isOut = (side) => end.sets_to_lose > 0 && progress.sets[side] >= end.sets_to_lose;
  const ending = every.some(isOut) ? "sets" : findEnding(end, points, progress);
  const contenders = every.every(isOut) ? every : every.filter((side) => !isOut(side));
  const best = Math.max(...contenders.map((side) => points[side]));
  const [winner, ...others] = contenders.filter((side) => points[side] === best);
  return ending && !others.length ? { winner, ending } : null;
};

const listNils = (tables, bids, nils, taken) => {
  const failed = nils.some((seat) => taken[seat]);
  const pair = nils.length > 1 && tables.nils[nils.map((seat) => bids[seat]).join("+")];
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

// The tricks of a seat are null if they are in the pile of its side.
const scoreSide = (tables, side, { bids, seats: taken, piles }, before) => {
  const seats = tables.sides[side];
  const own = seats.map((seat) => bids[seat]);
  const nils = seats.filter((seat) => isNil(bids, seat));
  const contract = sumBids(own);
  const onNils = sum(nils.map((seat) => taken[seat]));
  const failed = tables.failed[nils.length > 1 ? 1 : 0];
  const counted = piles[side] + (failed ? 0 : onNils);
  const made = contract ? counted >= contract : null;
  const lines = [];
  let bags = 0;
  const add = (number, [bagsEach, line]) => {
    bags += number * bagsEach;
    if (line) lines.push([line[0], number * line[1], number, null]);
  };

  if (contract) lines.push(...listContract(tables, own, contract, counted));
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

const findTurn = (tables, { first, played, standings }) => {
  const seats = tables.sides.flat().length;
  const dealer = (first + played) % seats;
  const isFresh = !played && standings.every(({ points, bags }) => !points && !bags);
  return {
    hand: played + 1,
    first: dealer,
    leads: (dealer + 1) % seats,
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
    const score = standings.map((before, side) => scoreSide(tables, side, hand, before));
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
