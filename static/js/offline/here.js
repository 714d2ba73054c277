// The match of this page as this phone has it: one object, and what can happen to it. Its state
// follows from what the server had and what is only on this phone.
import { fill } from "../common/texts.js";
import { isComplete, listStates } from "../scores/entries.js";
import { decide, replay } from "../scores/scores.js";

const SHOWN = 8000;

const findOutcome = (tables, { over, standings, progress, winner = null }) => (
  over ? decide(tables.end, standings, progress) ?? { winner, ending: "early" } : null
);

// Returns the match as it is on this phone, with the numbers of the hands that entries are about.
export const play = (match, box) => {
  const { tables } = match.skeletons;
  const { states, known } = listStates(tables, box ?? match);
  const { start, hands, ended, winner, undoes } = states.at(-1);
  const state = replay(tables, { ...start, outcome: findOutcome(tables, start) }, hands);
  const last = hands.at(-1);
  const isDue = last && !isComplete(last);
  // Who ends a match before anyone bids ends it with the hand before.
  const isCounted = (one) => one.undoes
    && (one.undoes[0] !== "end" || one.hands.some((hand) => !isComplete(hand)));
  const numbers = states.slice(known).filter(isCounted).map((one) => one.undoes[1]);
  return {
    ...state,
    start,
    hands,
    bids: isDue ? last.bids : state.turn.bidsItself ? [] : null,
    lastHand: last?.piles ? { ...last, score: state.scores.at(-1) } : null,
    outcome: ended ? { winner, ending: "early" } : state.outcome,
    tallied: state.tallied && !hands.some(isComplete),
    undoes,
    numbers: numbers.length ? numbers : [state.turn.hand],
  };
};

export const areSame = (...states) => new Set(states.map(
  ({ place, bids, standings, outcome }) => JSON.stringify([place, bids, standings, outcome]),
)).size < 2;

export const here = {
  // What the server had: its state `base`, the one `before` its last change if that is known, since
  // when (`at`), and the `skeletons` that its views are drawn from.
  match: null,
  // What is only on this phone, if anything: `entries`, which follow its own `base`.
  box: null,
  // The view that this phone has drawn in place of the server's page.
  view: "",
  // Without a database the match can't go on here, but links still ask first.
  isKept: true,
  isBusy: false,

  get isAway() {
    return this.view !== "";
  },
  get state() {
    return play(this.match, this.box);
  },
  renew(base) {
    this.match = { ...this.match, base, before: null, at: Date.now() };
  },
  // Another tab or the sender of entries has changed what is only here. Returns whether another
  // view belongs on the screen.
  receive(box, base) {
    const isOld = box && this.box && box.rev < this.box.rev;
    const known = this.state;
    if (base) this.renew(base);
    if (!isOld) this.box = box ?? null;
    return Boolean(this.box && !isOld && !this.isBusy)
      && !(this.isAway && areSame(known, this.state));
  },
};

export const findLive = () => document.querySelector("[data-live]");

export const readId = (address) => address.split("/").pop();

export const isShown = () => here.match?.id === readId(findLive()?.dataset.live ?? "");

export const say = (name, values = {}) => fill(here.match.skeletons.words.offline[name], values);

export const notify = (text) => document.dispatchEvent(
  new CustomEvent("notice", { detail: [text] }),
);

export const sayMissing = (name = "missing") => {
  const text = say(name);
  notify(text);
  setTimeout(() => {
    const line = document.getElementById("notice");
    if (line.textContent === text) line.textContent = "";
  }, SHOWN);
};
