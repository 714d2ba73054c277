// Works the entries of an outbox into hands, as `replay` takes them.
const countPiles = (tables, bids, { tricks, piles = {} }) => tables.sides.map((seats, side) => piles[side]
  ?? sum(seats.filter((seat) => !bids.length || count(bids[seat])).map((seat) => tricks[seat])));

const changeHand = (tables, hand, says) => {
  if (says.fact === "misdeal") return { ...hand, redeal: says.fact };
  const bids = says.bids ?? hand.bids;
  return says.tricks ? { ...hand, bids, seats: says.tricks, piles: countPiles(tables, bids, says) } : { ...hand, bids };
};

// Returns the hands since the base, and when the match was ended early. The last hand may still be played; the first
// has the bids that the server knows. `at` is when the phone heard of the base: the clock of a timed match goes on there.
export const listHands = (tables, { base, entries, at = entries[0]?.at }) => {
  const states = [{ hands: base.bids ? [{ bids: base.bids }] : [], ended: null }];
  for (const { says, at: now } of entries) {
    const { hands, ended } = states.at(-1);
    const index = says.place - base.place;
    if (says.fact === "undo" && states.length > 1) states.pop();
    else if (says.fact === "undo") states[0] = { hands: [], ended };
    else if (says.fact === "end") states.push({ hands, ended: now });
    else if (index >= 0) {
      const hand = changeHand(tables, hands[index] ?? { bids: [] }, says);
      if (says.fact !== "correct") Object.assign(hand, { at: now, minutes: base.progress.minutes + (now - at) / 60000 });
      states.push({ hands: [...hands.slice(0, index), hand, ...hands.slice(index + 1)], ended });
    }
  }
  return states.at(-1);
};
