// Writes what is only on this phone as a match file: a match that was started here, or the hands since the base as a
// match that goes on from its standings.
const isComplete = ({ redeal, piles }) => Boolean(redeal || piles);

const readTime = (at) => at && new Date(at).toISOString();

const nameFile = (first, hands) => {
  const last = first + Math.max(hands.filter(({ redeal }) => !redeal).length, 1) - 1;
  return `spades-${last > first ? `hands-${first}-to-${last}` : `hand-${first}`}.json`;
};

export const matchFile = ({ skeletons: { file, tables }, base, before, entries, at = entries[0]?.at }) => {
  const { start, hands, ended } = listHands(tables, { base, before, entries, at });
  const { turn } = offline.replay(tables, start, []);
  const { outcome } = offline.replay(tables, start, hands);
  const begun = entries.find(({ says }) => says.fact === "start")?.says;
  const { id, house, players } = begun ?? file;
  // Players without partners are sides of their own.
  const isAlone = tables.sides.every((seats) => seats.length === 1);
  const write = ({ bids, seats, piles, redeal, at: noted = at }) => ({
    bids: redeal && !bids.length ? null : bids,
    tricks: piles && seats.map((tricks, seat) => (isAlone ? tricks ?? piles[seat] : tricks)),
    piles: piles && !isAlone ? Object.fromEntries(piles.map((pile, side) => [file.sides[side], pile])) : undefined,
    redeal,
    noted: readTime(noted),
  });
  return {
    name: nameFile(turn.hand, hands),
    file: {
      format: file.format, id, house, players,
      sides: begun && isAlone ? undefined : file.sides,
      first: turn.first,
      opening: start.standings,
      hands: hands.filter((hand) => isComplete(hand) || hand.bids.length).map(write),
      started: readTime(at),
      ended: readTime(outcome ? hands.findLast(isComplete).at : ended),
    },
  };
};

export const saveFile = (match) => {
  const { name, file } = matchFile(match);
  const href = URL.createObjectURL(new Blob([JSON.stringify(file, null, 1)], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
};
