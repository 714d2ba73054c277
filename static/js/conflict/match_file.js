// Writes what is only on this phone as a match file: a match that was started here, or the hands
// since the base as a match that goes on from its standings.
import { isComplete, listStates, numberAt } from "../scores/entries.js";
import { replay } from "../scores/scores.js";

const readTime = (at) => at && new Date(at).toISOString();

const nameFile = (first, last) => (
  last > first ? `spades-hands-${first}-to-${last}.json` : `spades-hand-${first}.json`
);

export const matchFile = ({ skeletons, base, before, entries, at = entries[0]?.at }) => {
  const { file, tables } = skeletons;
  const state = listStates(tables, { base, before, entries, at }).states.at(-1);
  const { start, hands, ended, winner } = state;
  const { outcome } = replay(tables, start, hands);
  const { turn } = replay(tables, start, []);
  const begun = entries.find(({ says }) => says.fact === "start")?.says;
  const { id, house, players } = begun ?? file;
  // Players without partners are sides of their own.
  const isAlone = tables.sides.every((seats) => seats.length === 1);
  const write = ({ bids, seats, piles, redeal, at: noted = at }) => ({
    bids: redeal && !bids.length ? null : bids,
    tricks: piles && seats.map((tricks, seat) => (isAlone ? tricks ?? piles[seat] : tricks)),
    piles: piles && !isAlone
      ? Object.fromEntries(piles.map((pile, side) => [file.sides[side], pile])) : undefined,
    redeal,
    noted: readTime(noted),
  });
  const last = numberAt(state, start.place + hands.length) - 1;
  return {
    name: nameFile(turn.hand, last),
    file: {
      format: file.format,
      id,
      house,
      players,
      sides: begun && isAlone ? undefined : file.sides,
      first: turn.first,
      opening: start.standings,
      hands: hands.filter((hand) => isComplete(hand) || hand.bids.length).map(write),
      started: readTime(at),
      ended: readTime(outcome ? hands.findLast(isComplete).at : ended),
      awarded: file.sides[winner],
    },
  };
};

export const saveFile = (match) => {
  const { name, file } = matchFile(match);
  const blob = new Blob([JSON.stringify(file, null, 1)], { type: "application/json" });
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href, download: name }).click();
};
