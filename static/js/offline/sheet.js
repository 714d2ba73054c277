// The score sheet: the rows that the server had drawn, and above them those of this phone.
import { parsePage } from "../common/page.js";
import { fill, formatPoints } from "../common/texts.js";
import { isComplete } from "../scores/entries.js";
import { count, nameBid, sum } from "../scores/scores.js";
import { sign } from "./drawing.js";

export const describeTaken = ({ words, tables }, { bids, seats }, { contract, lines }, side) => {
  if (contract || !bids.length) {
    return fill(contract ? words.result : words.taken, { bid: contract, taken: lines[0][2] });
  }
  const own = tables.sides[side];
  const bid = [...new Set(own.map((seat) => nameBid(words, bids[seat])))].join(" + ");
  return fill(words.resultOfNil, { bid, taken: sum(own.map((seat) => seats[seat] ?? 0)) });
};

const formatContract = ({ tables }, { bids }, contract, side) => {
  const own = tables.sides[side].map((seat) => bids[seat]).filter((bid) => /\d/.test(bid))
    .map(count);
  return own.length > 1 ? `${own.join(" + ")} = ${contract}` : contract;
};

const makeMark = (drawing, hand, { contract, made }, side, [reason, , amount, seat], mark) => {
  const { words, players } = drawing;
  const [label, about, isBad] = words.marks[reason];
  const [shown, hidden] = mark.children;
  const sentence = Array.isArray(about) ? about[amount === 1 ? 0 : 1] : about;
  const bid = made === false && formatContract(drawing, hand, contract, side);
  mark.classList.toggle("sheet__mark--bad", isBad);
  shown.textContent = label;
  hidden.textContent = `, ${fill(sentence, { name: players[seat], bid, amount })}`;
  return mark;
};

const fillRow = (drawing, row, number, hand, scores) => {
  const { all, find, put, words } = drawing;
  row.ariaLabel = fill(words.hand, { n: number });
  find(".sheet__no", row).lastChild.textContent = number;
  const mark = find(".sheet__mark", row);
  all(".sheet__mark", row).forEach((one) => one.remove());
  all(".sheet__side", row).forEach((cell, side) => {
    const score = scores[side];
    put(".sheet__taken", describeTaken(drawing, hand, score, side), cell);
    put(".sheet__points", sign(score.points), cell);
    put(".sheet__total", formatPoints(score.standing.points), cell);
    for (const line of score.lines.filter(([reason]) => words.marks[reason])) {
      const filled = makeMark(drawing, hand, score, side, line, mark.cloneNode(true));
      find(".sheet__brought", cell).append(filled);
    }
  });
};

const keepRows = ({ all }, html, place) => {
  let isBefore = false;
  const rows = all(".sheet > :not(.sheet__head)", parsePage(html)).filter((row) => {
    if (row.id) isBefore = Number(row.id.replace("hand-", "")) < place;
    return isBefore;
  });
  for (const row of rows) all("a", row).forEach((link) => link.closest("p")?.remove());
  return rows;
};

// Returns the part of a page with the sheet; null before the first hand, or if the phone does not
// have the row of every hand.
export const drawSheet = (drawing) => {
  const { all, find, start, hands, scores, rows: kept = "", sheet: html } = drawing;
  const section = find("section", parsePage(html ?? ""));
  const rows = keepRows(drawing, kept, start.place);
  const played = hands.filter(isComplete);
  const known = rows.filter((row) => row.id).length;
  if (!section || !(known + played.length) || known < start.place - 1) return null;
  const [misdealt, scored] = all(".sheet__hand", section);
  let number = start.played;
  const own = played.map((hand, index) => {
    const row = (hand.redeal ? misdealt : scored).cloneNode(true);
    row.id = `hand-${start.place + index}`;
    if (!hand.redeal) {
      fillRow(drawing, row, number + 1, hand, scores[number - start.played]);
      number += 1;
    }
    return row;
  });
  for (const row of [misdealt, scored]) row.remove();
  find(".sheet", section).append(...own.reverse(), ...rows);
  const marks = new Set(all(".sheet__mark > :first-child", section).map((one) => one.textContent));
  for (const mark of all(".legend .sheet__mark", section)) {
    if (!marks.has(mark.textContent)) mark.parentElement.remove();
  }
  return section;
};
