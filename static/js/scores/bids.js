// Bids are written as in the match file: 4, "nil", "blind nil" or "blind 6".
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

export const count = (bid) => Number(String(bid).match(/\d+/) ?? 0);

export const sumBids = (bids) => sum(bids.map(count));

export const isBlind = (bid) => String(bid).startsWith("blind");

// Whether a seat bid nil. In a first hand without bids, nobody did.
export const isNil = (bids, seat) => bids.length > 0 && !count(bids[seat]);

export const nameBid = ({ nils, blind }, bid) => nils[bid]
  ?? (isBlind(bid) ? blind.replace("{n}", count(bid)) : bid);

// Returns why the rules refuse these bids, and the first side that it is about; null if they don't.
export const refuse = ({ sides, bids: { all, codes, side, total, deficit } }, bids, standings) => {
  const best = Math.max(...standings.map(({ points }) => points));
  const own = sides.map((seats) => seats.map((seat) => bids[seat]));
  if (!bids.every((bid) => all.includes(bid))) return { code: "not a bid", index: 0 };
  const late = own.findIndex((some, index) => some.includes("blind nil")
    && best - standings[index].points < deficit);
  if (late >= 0) return { code: "not far enough behind", index: late };
  const places = own.map((some) => some.reduce(
    (place, bid) => place * all.length + all.indexOf(bid), 0,
  ));
  const index = Math.max(places.findIndex((place) => side[place]), 0);
  const code = codes[side[places[index]] || total[sumBids(bids)]];
  return code ? { code, index } : null;
};
