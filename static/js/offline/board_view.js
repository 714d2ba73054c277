// Fills in the scoreboard.
import { fill } from "../common/texts.js";
import { count, isBlind, nameBid, sumBids } from "../scores/scores.js";
import { sign } from "./bids_view.js";
import { append, make, makeFixed, writeBar } from "./drawing.js";

// Returns the slips of a side: a number or a bid, a note, and whether it is askew.
const listSlips = ({ words, tables, players, bids }, side) => {
  if (!bids.length) return [words.perTrick];
  const seats = tables.sides[side];
  const contract = sumBids(seats.map((seat) => bids[seat]));
  const askew = seats.filter((seat) => !count(bids[seat]) || isBlind(bids[seat])).map((seat) => [
    nameBid(words, bids[seat]), seats.length > 1 ? players[seat] : words.make, true,
  ]);
  return contract ? [[contract, words.worth[contract] ?? words.make], ...askew] : askew;
};

const nameSize = (points) => {
  const longest = Math.max(...points.map((number) => String(number).length));
  if (longest > 3) return longest > 4 ? " board--longer" : " board--long";
  return Math.min(...points) < 0 ? " board--minus" : "";
};

const fillInHalf = (drawing, place, side, slips) => {
  const { find, all, words, tables, bids, brought, tallied, turn, standings } = drawing;
  const box = find(".half__slips", place);
  box.replaceChildren();
  for (const [text, note, isAskew] of slips) {
    const slip = append(box, "p", isAskew ? "slip slip--board slip--askew" : "slip slip--board");
    slip.append(makeFixed("b", "slip__number", text), make("span", "slip__word", note));
  }
  const own = tables.sides[side].map((seat) => bids[seat]);
  const write = (name, text) => { find(`.half__${name}`, place).textContent = text ?? ""; };
  all(".half__bid > b", place).forEach((bid, index) => {
    bid.textContent = bids.length ? nameBid(words, own[index]) : "";
  });
  write("last", brought && fill(words.brought, { n: turn.hand - 1, points: sign(brought[side]) }));
  write("swap", own.includes("blind nil") && !tallied ? words.exchange : "");
  write("bags > p", words.bagCounts[standings[side].bags]);
};

export const fillInBoard = (drawing) => {
  const { find, all, hand, words, tables, bids, standings, turn } = drawing;
  const total = sumBids(bids);
  const over = total - tables.tricks;
  const bidSoFar = fill(over > 0 ? words.over : words.sum, { total, over });
  writeBar(drawing, words.leads[turn.leads], bids.length ? `${hand} \u00b7 ${bidSoFar}` : hand);
  const slips = tables.sides.map((_, side) => listSlips(drawing, side));
  const most = Math.max(...slips.map((some) => some.length));
  find(".board").className = `board board--${slips.length} board--slips-${most}`
    + nameSize(standings.map((side) => side.points));
  all(".half").forEach((place, side) => fillInHalf(drawing, place, side, slips[side]));
};
