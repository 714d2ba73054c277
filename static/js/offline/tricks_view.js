// Fills in the view that asks for tricks.
import { parsePage } from "../common/page.js";
import { fill } from "../common/texts.js";
import { count, nameBid, sumBids } from "../scores/scores.js";
import { make, writeBar } from "./drawing.js";

// A pile of one player is asked by the player's name.
const findPile = ({ find, tables }, side, [seat, ...others]) => {
  if (others.length || tables.sides[side].length === 1) return find(`#side_${side}`);
  const html = find(`#seat_${seat}`).outerHTML.replaceAll(`seat_${seat}`, `side_${side}`);
  const pile = find("fieldset", parsePage(html));
  find(".key--more", pile).remove();
  find(".pad__keys", pile).classList.remove("pad__keys--few");
  return pile;
};

// Returns the questions, each with the number that is due and a note: nils first, then the pile of
// a nil's side.
const listQuestions = (drawing) => {
  const { find, tables, words, bids } = drawing;
  const pooled = tables.sides.map((seats) => seats
    .filter((seat) => !bids.length || count(bids[seat])));
  const hasNil = (side) => pooled[side].length < tables.sides[side].length;
  const sides = [...pooled.keys()].filter((side) => pooled[side].length)
    .sort((one, other) => hasNil(other) - hasNil(one));
  const nils = [...bids.keys()].filter((seat) => !count(bids[seat]));
  return [
    ...nils.map((seat) => [
      find(`#seat_${seat}`), 0, fill(words.bid, { n: nameBid(words, bids[seat]) }),
    ]),
    ...sides.map((side) => {
      const question = findPile(drawing, side, pooled[side]);
      if (!bids.length) return [question, null, ""];
      const due = sumBids(tables.sides[side].map((seat) => bids[seat]));
      return [question, due, fill(words.contract, { n: due })];
    }),
  ];
};

const fillInQuestion = ({ find, all }, [question, due, note], isLast) => {
  const take = find(".take", question);
  find("[id$=-none]", question).classList.toggle("bidder__none", !isLast);
  take.classList.toggle("take--rest", isLast);
  take.htmlFor = `${question.id}-${isLast ? "ask" : "none"}`;
  find(".take__of", question).textContent = note;
  find(isLast ? ".back" : ".bidder__ask", question).remove();
  for (const number of all("[data-tricks]", question)) {
    number.closest(".key").classList.toggle("key--due", number.value === String(due));
  }
};

const fillInRecap = ({ find, all, words, bids, order }) => {
  const recap = find(".recap");
  if (!bids.length) return recap.replaceWith(make("p", "recap", words.firstHand));
  // In the skeleton, seat 1 leads.
  const items = all(".recap__item", recap);
  const own = order.map((seat) => items.at(seat - 1));
  own.forEach((item, index) => {
    find("b", item).textContent = nameBid(words, bids[order[index]]);
  });
  return recap.prepend(...own);
};

export const fillInTricks = (drawing) => {
  const { find, all, hand, words, turn } = drawing;
  writeBar(drawing, hand, words.dealt[turn.first]);
  const questions = listQuestions(drawing);
  all("fieldset").forEach((question) => question.remove());
  find(".sides").after(...questions.map(([question]) => question));
  questions.forEach((one, index) => fillInQuestion(drawing, one, index === questions.length - 1));
  find(".face").className = find(".face").className
    .replace(/asks-\d+/, `asks-${questions.length}`);
  if (questions.length < 3) find(".sofar small").textContent = words.one;
  find(".save").textContent = fill(words.save, { n: turn.hand });
  fillInRecap(drawing);
};
