// Reads what a form says, and says why the rules refuse it.
import { count, isBlind, isNil, refuse, sum, sumBids } from "../scores/scores.js";
import { makePiles } from "../scores/entries.js";
import { here, say } from "./here.js";

// Numbers are read as numbers; what is empty or missing is null.
const readField = (body, name) => {
  const value = body.get(name) || null;
  return /^\d+$/.test(value) ? Number(value) : value;
};

// A list of tricks may name the player where the side is asked.
const readTally = (body, bids) => {
  const { sides } = here.match.skeletons.tables;
  const takers = body.get("tricks").split(" ").filter(Boolean);
  const asked = takers.map((taker) => {
    const [kind, seat] = taker.split("_");
    if (kind === "side" || isNil(bids, seat)) return taker;
    return `side_${sides.findIndex((seats) => seats.includes(Number(seat)))}`;
  });
  const counts = (name) => asked.filter((taker) => taker === name).length;
  const tricks = sides.flat().map((_, seat) => (isNil(bids, seat) ? counts(`seat_${seat}`) : null));
  return { tricks, piles: { ...sides.map((_, side) => counts(`side_${side}`)) }, tally: takers };
};

const readTricks = (body) => {
  const { sides } = here.match.skeletons.tables;
  const piles = sides.map((_, side) => [side, readField(body, `side_${side}`)]);
  return {
    tricks: sides.flat().map((_, seat) => readField(body, `seat_${seat}`)),
    piles: Object.fromEntries(piles.filter(([, number]) => number !== null)),
  };
};

// Returns what a form says; null while a number is missing, or if it needs the server.
export const readForm = (name, body, total) => {
  const { tables: { sides }, players } = here.match.skeletons;
  const { bids, place } = here.state;
  if (name === "misdeal" || name === "end") return { fact: name, place };
  if (name === "bids") {
    const given = players.map((_, seat) => readField(body, `bid_${seat}`));
    return given.includes(null) ? null : { fact: name, place, bids: given };
  }
  if (!bids || !["tally", "tricks"].includes(name)) return null;
  const says = name === "tally" ? readTally(body, bids) : readTricks(body);
  const onNils = says.tricks.filter((_, seat) => isNil(bids, seat));
  const taken = sum([...onNils, ...makePiles(sides, bids, says)]);
  return onNils.includes(null) || taken !== total ? null : { fact: "tricks", place, ...says };
};

// Says why the rules refuse what is entered; empty if they don't.
export const explainRefusal = ({ fact, bids }, { standings }) => {
  const { tables, players, sides: names } = here.match.skeletons;
  const refused = fact === "bids" && refuse(tables, bids, standings);
  if (!refused) return "";
  const { code, index } = refused;
  const seats = tables.sides[index];
  const own = seats.map((seat) => bids[seat]);
  const isLate = code === "not far enough behind";
  const seat = seats.find((one) => (isLate ? bids[one] === "blind nil" : count(bids[one])));
  const best = Math.max(...standings.map(({ points }) => points));
  return say(code, {
    player: players[seat],
    side: names[index],
    bid: code === "suicide bid too low" ? bids[seat]
      : sumBids(code === "blind bid too low" ? own.filter(isBlind) : own),
    total: sumBids(bids),
    behind: best - standings[index].points,
  });
};
