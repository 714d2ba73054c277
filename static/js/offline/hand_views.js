// Fills in the views of a hand: bids, with what the last hand scored; the scoreboard; tricks.
import { parsePage } from "../common/page.js";
import { fill } from "../common/texts.js";
import { isBlind, isNil, isShared, listBidders, nameBid, sumBids } from "../scores/scores.js";
import { append, make, makeFixed, sign, writeBar } from "./drawing.js";
import { describeTaken } from "./sheet.js";

const listStamps = (drawing, side) => {
  const { words, lastHand } = drawing;
  const { contract, made, lines } = lastHand.score[side];
  const points = new Map();
  for (const [reason, of] of lines) {
    if (words.stamps[reason] && of) points.set(reason, (points.get(reason) ?? 0) + of);
  }
  const stamps = [...points].map(([reason, of]) => [`${words.stamps[reason]} ${sign(of)}`, of > 0]);
  if (lastHand.bids.length && !contract) return stamps;
  const taken = describeTaken(drawing, lastHand, lastHand.score[side], side);
  return [[taken, made !== false], ...stamps];
};

const listFeats = ({ words, players, sides, lastHand }) => {
  const feats = Object.assign(make("div", "feats"), { ariaHidden: "true" });
  lastHand.score.forEach(({ lines }, side) => {
    for (const [reason, points, , seat] of lines.filter(([one]) => words.feats[one])) {
      const number = makeFixed("b", "slip__number", words.feats[reason]);
      number.append(make("br"), sign(points));
      const name = makeFixed("bdi", "name", seat === null ? sides[side] : players[seat]);
      append(feats, "p", `slip slip--board feat side--${side}`).append(name, number);
    }
  });
  return feats;
};

// Bids that are changed: the way back leads to the board.
const showBids = ({ find, views, bids }) => {
  bids.forEach((bid, seat) => {
    find(`[name=bid_${seat}][value="${bid}"]`)?.toggleAttribute("checked", true);
  });
  const back = find(".bar__back", parsePage(views.tricks));
  back.href = find("[data-live]").dataset.live;
  find(".bar__back").replaceWith(back);
};

export const fillInBids = (drawing) => {
  const { find, all, hand, words, turn, order, lastHand, bids } = drawing;
  writeBar(drawing, hand, words.deals[turn.first]);
  // Where partners bid one number, a keypad is that of the first to bid.
  const seats = new Set(order.map((seat) => find(`[name=bid_${seat}]`).closest("fieldset")));
  find(".ring").before(...seats);
  for (const dealer of all(".seat__deal")) {
    if (dealer.dataset.seat !== String(turn.first)) dealer.remove();
    delete dealer.dataset.seat;
  }
  find(".back", [...seats].at(-1)).remove();
  if (bids) showBids(drawing);
  if (!lastHand) return;
  find(".sides").classList.add("sides--stamped");
  const feats = listFeats(drawing);
  if (feats.firstChild) find(".sides").after(feats);
  all(".side").forEach((place, side) => {
    const stamps = Object.assign(append(place, "p", "stamps"), { translate: false });
    for (const [text, isGood] of listStamps(drawing, side)) {
      append(stamps, "span", isGood ? "stamp" : "stamp stamp--bad", text);
    }
  });
};

// Returns the slips of a side: a number or a bid, a note, and whether it is askew.
const listSlips = ({ words, tables, players, bids }, side) => {
  if (!bids.length) return [words.perTrick];
  const seats = tables.sides[side];
  const contract = sumBids(seats.map((seat) => bids[seat]));
  const isOfSide = seats.length === 1 || isShared(bids, seats);
  const askew = seats.filter((seat) => isNil(bids, seat) || isBlind(bids[seat])).map((seat) => [
    nameBid(words, bids[seat]), isOfSide ? words.make : players[seat], true,
  ]);
  return contract ? [[contract, words.worth[contract] ?? words.make], ...askew] : askew;
};

const nameSize = (points) => {
  const longest = Math.max(...points.map((number) => String(number).length));
  if (longest > 3) return longest > 4 ? " board--longer" : " board--long";
  return Math.min(...points) < 0 ? " board--minus" : "";
};

const fillInHalf = (drawing, place, side, slips) => {
  const { find, all, put, words, tables, bids, brought, tallied, turn, standings } = drawing;
  const box = find(".half__slips", place);
  box.replaceChildren();
  for (const [text, note, isAskew] of slips) {
    const slip = append(box, "p", isAskew ? "slip slip--board slip--askew" : "slip slip--board");
    slip.append(makeFixed("b", "slip__number", text), make("span", "slip__word", note));
  }
  const own = tables.sides[side].map((seat) => bids[seat]);
  const isNamed = bids.length && !isShared(bids, tables.sides[side]);
  all(".half__bid > b", place).forEach((bid, index) => {
    bid.textContent = isNamed ? nameBid(words, own[index]) : "";
  });
  const last = brought && fill(words.brought, { n: turn.hand - 1, points: sign(brought[side]) });
  put(".half__last", last, place);
  put(".half__swap", own.includes("blind nil") && !tallied ? words.exchange : "", place);
  put(".half__bags > p", words.bagCounts[standings[side].bags], place);
};

export const fillInBoard = (drawing) => {
  const { find, all, hand, words, tables, bids, standings, turn, ends } = drawing;
  const total = sumBids(bids);
  const over = total - tables.tricks;
  const bidSoFar = fill(over > 0 ? words.over : words.sum, { total, over });
  const about = bids.length && !ends ? `${hand} \u00b7 ${bidSoFar}` : hand;
  writeBar(drawing, words.leads[turn.leads], about);
  // Without bids there are none to go back to.
  if (!bids.length) {
    find(".bar__back").replaceWith(find(".bar__back", parsePage(drawing.views.bids)));
    find(".menu__item[href$='change=bids']").remove();
  }
  const slips = tables.sides.map((_, side) => listSlips(drawing, side));
  const most = Math.max(...slips.map((some) => some.length));
  find(".board").className = `board board--${slips.length} board--slips-${most}`
    + nameSize(standings.map((side) => side.points));
  all(".half").forEach((place, side) => fillInHalf(drawing, place, side, slips[side]));
};

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
  const nils = [...bids.keys()].filter((seat) => isNil(bids, seat)).map((seat) => [
    find(`#seat_${seat}`), 0, fill(words.bid, { n: nameBid(words, bids[seat]) }),
  ]);
  const piles = tables.sides
    .map((seats, side) => [side, seats.filter((seat) => !isNil(bids, seat))])
    .filter(([, pooled]) => pooled.length)
    .sort(([, one], [, other]) => one.length - other.length)
    .map(([side, pooled]) => {
      const due = sumBids(pooled.map((seat) => bids[seat]));
      const about = bids.length ? [due, fill(words.contract, { n: due })] : [null, ""];
      return [findPile(drawing, side, pooled), ...about];
    });
  return [...nils, ...piles];
};

const fillInQuestion = ({ find, all, put }, [question, due, note], isLast) => {
  const take = find(".take", question);
  find("[id$=-none]", question).classList.toggle("bidder__none", !isLast);
  take.htmlFor = `${question.id}-${isLast ? "ask" : "none"}`;
  put(".take__of", note, question);
  find(isLast ? ".back" : ".bidder__ask", question).remove();
  for (const number of all("[data-tricks]", question)) {
    number.closest(".key").classList.toggle("key--due", number.value === String(due));
  }
};

const fillInRecap = (drawing) => {
  const { find, all, put, words, bids, order } = drawing;
  const recap = find(".recap");
  if (!bids.length) return recap.replaceWith(make("p", "recap", words.firstHand));
  // The skeleton has each player and each side.
  const items = all(".recap__item", recap);
  for (const [name, bid] of listBidders(drawing, bids, order)) {
    const item = items.find((one) => find("bdi", one).textContent === name).cloneNode(true);
    put("b", nameBid(words, bid), item);
    find(".recap__hint", recap).before(item);
  }
  return items.forEach((item) => item.remove());
};

export const fillInTricks = (drawing) => {
  const { find, all, put, hand, words, turn } = drawing;
  writeBar(drawing, hand, words.dealt[turn.first]);
  const questions = listQuestions(drawing);
  all("fieldset").forEach((question) => question.remove());
  find(".sides").after(...questions.map(([question]) => question));
  questions.forEach((one, index) => fillInQuestion(drawing, one, index === questions.length - 1));
  find(".face").className = find(".face").className
    .replace(/asks-\d+/, `asks-${questions.length}`);
  if (questions.length < 3) put(".sofar small", words.one);
  put(".save", fill(words.save, { n: turn.hand }));
  fillInRecap(drawing);
};
