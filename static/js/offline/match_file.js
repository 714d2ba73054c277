// Writes what is only on this phone as a match file: a match that was started here, or the hands since the base as a
// match that goes on from its standings.
const isComplete = ({ redeal, piles }) => Boolean(redeal || piles);

const readTime = (at) => at && new Date(at).toISOString();

export const matchFile = ({ skeletons: { file, tables }, base, entries, at = entries[0]?.at }) => {
  const { hands, ended } = listHands(tables, { base, entries, at });
  const { turn } = replay(tables, base, []);
  const start = entries.find(({ says }) => says.fact === "start")?.says;
  const { id, house, players } = start ?? file;
  // Players without partners are sides of their own.
  const isAlone = tables.sides.every((seats) => seats.length === 1);
  const last = hands.findLast(isComplete);
  const write = ({ bids, seats, piles, redeal, at: noted = at }) => ({
    bids: redeal && !bids.length ? null : bids,
    tricks: piles && seats.map((tricks, seat) => (isAlone ? tricks ?? piles[seat] : tricks)),
    piles: piles && !isAlone ? Object.fromEntries(piles.map((pile, side) => [file.sides[side], pile])) : undefined,
    redeal,
    noted: readTime(noted),
  });
  return {
    format: file.format, id, house, players,
    sides: start && isAlone ? undefined : file.sides,
    first: turn.first,
    opening: base.standings,
    hands: hands.filter((hand) => isComplete(hand) || hand.bids.length).map(write),
    started: readTime(at),
    ended: readTime(replay(tables, base, hands).outcome ? last.at : ended),
  };
};

export const nameFile = ({ skeletons: { tables }, base, entries }) => {
  const played = listHands(tables, { base, entries }).hands.filter(({ redeal }) => !redeal).length;
  const [from, to] = [base.played + 1, base.played + played];
  return `spades-${to > from ? `hands-${from}-to-${to}` : `hand-${from}`}.json`;
};
