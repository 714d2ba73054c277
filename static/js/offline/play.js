// Works out the state of a match from what the server had and what is only on this phone.
import { decide, replay } from "../scores/scores.js";
import { isComplete, listStates } from "../scores/entries.js";

const EARLY = { winner: null, ending: "early" };

const findOutcome = (tables, { over, standings, progress }) => (
  over ? decide(tables.end, standings, progress) ?? EARLY : null
);

// Returns the match as it is on this phone, and the numbers of the hands that entries are about.
export const play = (match, box) => {
  const { tables } = match.skeletons;
  const { states, known } = listStates(tables, box ?? match);
  const { start, hands, ended, undoes } = states.at(-1);
  const state = replay(tables, { ...start, outcome: findOutcome(tables, start) }, hands);
  const last = hands.at(-1);
  const isDue = last && !isComplete(last);
  // Who ends a match before anyone bids ends it with the hand before.
  const isCounted = (one) => one.undoes
    && (one.undoes[0] !== "end" || one.hands.some((hand) => !isComplete(hand)));
  const numbers = states.slice(known).filter(isCounted).map((one) => one.undoes[1]);
  return {
    ...state,
    bids: isDue ? last.bids : state.turn.bidsItself ? [] : null,
    lastHand: last?.piles ? { ...last, score: state.scores.at(-1) } : null,
    outcome: ended ? EARLY : state.outcome,
    tallied: state.tallied && !hands.some(isComplete),
    undoes,
    numbers: numbers.length ? numbers : [state.turn.hand],
  };
};

export const areSame = (...states) => new Set(states.map(
  ({ place, bids, standings, outcome }) => JSON.stringify([place, bids, standings, outcome]),
)).size < 2;
