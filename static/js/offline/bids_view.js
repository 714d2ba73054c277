// Fills in the view that asks for bids, with what the last hand scored.
import { fill, formatPoints } from "../common/texts.js";
import { append, make, makeFixed, writeBar } from "./drawing.js";

export const sign = (points) => (points > 0 ? "+" : "") + formatPoints(points);

// Returns the results of a side in the last hand, each with whether it is good.
const listStamps = ({ words, lastHand: { bids, score } }, side) => {
  const { contract, made, lines } = score[side];
  const points = new Map();
  for (const [reason, of] of lines) {
    if (words.stamps[reason] && of) points.set(reason, (points.get(reason) ?? 0) + of);
  }
  const stamps = [...points].map(([reason, of]) => [`${words.stamps[reason]} ${sign(of)}`, of > 0]);
  if (bids.length && !contract) return stamps;
  const result = bids.length ? words.result : words.taken;
  return [[fill(result, { bid: contract, taken: lines[0][2] }), made !== false], ...stamps];
};

const listFeats = ({ words, players, sides, lastHand }) => {
  const feats = Object.assign(make("div", "feats"), { ariaHidden: "true" });
  lastHand.score.forEach(({ lines }, side) => {
    for (const [reason, points, , seat] of lines.filter(([one]) => words.feats[one])) {
      const number = makeFixed("b", "slip__number", words.feats[reason]);
      number.append(make("br"), sign(points));
      const name = makeFixed("bdi", "name", seat === null ? sides[side] : players[seat]);
      append(feats, "p", `slip slip--board feat side--${side}`).append(name, number);
    }
  });
  return feats;
};

export const fillInBids = (drawing) => {
  const { find, all, hand, words, turn, order, lastHand } = drawing;
  writeBar(drawing, hand, words.deals[turn.first]);
  const seats = order.map((seat) => find(`#bid_${seat}`));
  find(".ring").before(...seats);
  for (const seat of seats) {
    if (seat.id !== `bid_${turn.first}`) find(".seat__deal", seat).remove();
  }
  find(".back", seats.at(-1)).remove();
  if (!lastHand) return;
  find(".sides").classList.add("sides--stamped");
  const feats = listFeats(drawing);
  if (feats.firstChild) find(".sides").after(feats);
  all(".side").forEach((place, side) => {
    const stamps = Object.assign(append(place, "p", "stamps"), { translate: false });
    for (const [text, isGood] of listStamps(drawing, side)) {
      append(stamps, "span", isGood ? "stamp" : "stamp stamp--bad", text);
    }
  });
};
