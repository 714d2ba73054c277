// Works the entries of an outbox into hands, as `replay` takes them.
const offline = await import(document.getElementById("notice").dataset.offline);

const countPile = (seats, bids, tricks) => seats.reduce((sum, seat) => sum + (bids.length && !offline.count(bids[seat]) ? 0 : tricks[seat]), 0);

const changeHand = (sides, hand, { fact, bids = hand.bids, tricks, piles = {} }) => {
  if (fact === "misdeal") return { ...hand, redeal: fact };
  if (!tricks) return { ...hand, bids };
  return { ...hand, bids, seats: tricks, piles: sides.map((seats, side) => piles[side] ?? countPile(seats, bids, tricks)) };
};

// Returns the base that the entries begin from after undo, the hands since then, and when the match was ended early. The
// last hand may still be played; the first has the bids that the server knows. `at` is when the phone heard of the base.
const listHands = ({ sides }, { base, before, entries, at }) => {
  const states = [before, base].filter(Boolean)
    .map((start) => ({ start, hands: start.bids ? [{ bids: start.bids }] : [], ended: null }));
  for (const { says, at: now } of entries) {
    const state = states.at(-1);
    const index = says.place - state.start.place;
    if (says.fact === "undo") states.pop();
    else if (says.fact === "end") states.push({ ...state, ended: now });
    else if (index >= 0) {
      const hand = changeHand(sides, state.hands[index] ?? { bids: [] }, says);
      if (says.fact !== "correct") Object.assign(hand, { at: now, minutes: base.progress.minutes + (now - at) / 60000 });
      states.push({ ...state, hands: [...state.hands.slice(0, index), hand, ...state.hands.slice(index + 1)] });
    }
  }
  return states.at(-1);
};
