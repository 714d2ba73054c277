// Adds up a match on the phone from its score tables (rules/score_tables.py). Every number in them comes from the rules;
// here is only what adds them up. Bids are written as in the match file: 4, "nil", "blind nil" or "blind 6".
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

export const count = (bid) => Number(String(bid).match(/\d+/) ?? 0);

export const isBlind = (bid) => String(bid).startsWith("blind");

// Scores one side: its bids, the tricks of its pile, and those of its seats, null if pooled.
const scoreSide = (tables, bids, pile, taken, before) => {
  const nils = [...bids.keys()].filter((seat) => !count(bids[seat]));
  const contract = sum(bids.map(count));
  const blind = sum(bids.filter(isBlind).map(count));
  const isPair = nils.length > 1;
  const onNils = sum(nils.map((seat) => taken[seat]));
  const failed = tables.failed[isPair ? 1 : 0];
  const counted = pile + (failed ? 0 : onNils);
  const made = contract ? counted >= contract : null;
  const lines = [];
  let bags = 0;
  const add = (number, [bagsEach, line]) => {
    bags += number * bagsEach;
    if (line) lines.push([line[0], number * line[1], number, null]);
  };

  if (contract) {
    const [ifMade, ifSet] = tables.contracts[`${contract} ${blind}`] ?? tables.contracts[`${contract} 0`];
    const [first, ...others] = made ? ifMade : ifSet[Math.min(counted, ifSet.length - 1)];
    lines.push([...first, counted, null], ...others.map((line) => [...line, contract, null]));
  } else if (!bids.length) {
    add(counted, tables.first_hand);
  }
  const pair = isPair && tables.nils[bids.join("+")];
  if (pair) lines.push([...pair[onNils ? 1 : 0], 0, null]);
  else for (const seat of nils) lines.push([...tables.nils[bids[seat]][taken[seat] ? 1 : 0], taken[seat], seat]);
  if (made && counted > contract) add(counted - contract, tables.overtrick);
  if (onNils && failed) add(onNils, failed);
  const [bagsLeft, times, penalty] = tables.penalties[before.bags + bags];
  if (times) lines.push([...penalty, times, null]);

  const points = sum(lines.map((line) => line[1]));
  return { contract, made, lines, points, bags, standing: { points: before.points + points, bags: bagsLeft } };
};

const scoreHand = (tables, { bids, seats, piles }, standings) => tables.sides.map((side, index) => {
  const own = bids.length ? side.map((seat) => bids[seat]) : [];
  const score = scoreSide(tables, own, piles[index], side.map((seat) => seats[seat]), standings[index]);
  for (const line of score.lines) line[3] = side[line[3]] ?? null;
  return score;
});

// Returns the winner and what ended the match, or null while it goes on.
const decide = ({ target, floor, sets_to_lose: most, hand_limit: hands, minutes }, standings, progress) => {
  const points = standings.map((side) => side.points);
  const every = [...points.keys()];
  const isOut = (side) => most > 0 && progress.sets[side] >= most;
  const ending = every.some(isOut) ? "sets"
    : Math.max(...points) >= target ? "target"
    : floor !== null && Math.min(...points) <= floor ? "floor"
    : hands !== null && progress.hands >= hands ? "hands"
    : minutes !== null && progress.minutes >= minutes ? "time" : null;
  const contenders = every.every(isOut) ? every : every.filter((side) => !isOut(side));
  const best = Math.max(...contenders.map((side) => points[side]));
  const [winner, ...others] = contenders.filter((side) => points[side] === best);
  return ending && !others.length ? { winner, ending } : null;
};

// Returns the code of the reason why the rules refuse these bids, or null.
export const refusal = ({ sides, bids: { all, codes, side, total, deficit } }, bids, standings) => {
  const best = Math.max(...standings.map(({ points }) => points));
  const own = sides.map((seats) => seats.map((seat) => bids[seat]));
  if (!bids.every((bid) => all.includes(bid))) return "not a bid";
  if (own.some((some, index) => some.includes("blind nil") && best - standings[index].points < deficit)) return "not far enough behind";
  const indexes = own.map((some) => some.reduce((index, bid) => index * all.length + all.indexOf(bid), 0));
  const refused = indexes.map((index) => side[index]).find(Boolean) ?? total[sum(bids.map(count))];
  return codes[refused] || null;
};

// Adds hands to the match as the server had it. A hand without tricks is the one being played; `minutes` are those from
// the start of the match to the hand.
export const replay = (tables, base, hands) => {
  let { standings, progress, played, place, brought, outcome = null } = base;
  const scores = [];
  for (const { bids, seats, piles, redeal, minutes = progress.minutes } of hands) {
    if (!redeal && !piles) continue;
    place += 1;
    if (redeal) continue;
    const score = scoreHand(tables, { bids, seats, piles }, standings);
    scores.push(score);
    standings = score.map((side) => side.standing);
    brought = score.map(({ points }) => points);
    const sets = score.map(({ made }, side) => (progress.sets[side] ?? 0) + (made === false));
    progress = { sets, hands: progress.hands + 1, minutes };
    played += 1;
    outcome = decide(tables.end, standings, progress);
  }
  const seats = tables.sides.flat().length;
  const first = (base.first + played) % seats;
  const bidsItself = Boolean(tables.first_hand) && !played && standings.every(({ points, bags }) => !points && !bags);
  return {
    ...base, standings, progress, played, place, brought, outcome, scores,
    turn: { hand: played + 1, first, leads: (first + 1) % seats, bidsItself },
  };
};
