// Draws the views of a match from its skeletons (web/match/skeletons.py), which are pages of the
// server without points, turns and questions.
import { parsePage } from "../common/page.js";
import { fill, formatPoints } from "../common/texts.js";
import { fillInBids, fillInBoard, fillInTricks } from "./hand_views.js";
import { make, open, writeBar } from "./drawing.js";
import { drawLine } from "./line.js";
import { drawSheet } from "./sheet.js";
import { describeStory } from "./story.js";

const showPoints = ({ find, standings, words }, place, number, side) => {
  const { points, bags } = standings[side];
  Object.assign(place.dataset, { points, bags });
  number.textContent = formatPoints(points);
  const boxes = find(".bags", place);
  if (!boxes) return;
  boxes.ariaLabel = fill(words.bags, { n: bags });
  [...boxes.children].forEach((box, index) => {
    box.classList.toggle("bags__box--full", index < bags);
  });
};

// The story, the line and the sheet; what 0.18 kept has no course.
const fillInStory = (drawing, sheet) => {
  const { find, all, start: { course } } = drawing;
  const [first, ...others] = course ? describeStory(drawing) : [];
  find("[data-part=story]")?.replaceChildren(make("b", "", first), ` ${others.join(" ")}`);
  const fold = find("#sheet");
  if (!sheet || !course) {
    fold?.remove();
    return;
  }
  fold.append(...sheet.querySelectorAll(":scope > .sheet, :scope > .legend"));
  const ids = all(".sheet__hand:not(.sheet__hand--misdeal)", fold).map(({ id }) => id);
  fold.before(...drawLine(drawing, ids.reverse()));
};

const fillInOver = (drawing, sheet) => {
  const { find, all, standings, turn, words } = drawing;
  const { winner } = drawing.outcome;
  const over = find(".over", parsePage(drawing.over.at(winner ?? -1)));
  const ranked = [...standings.keys()].sort((one, other) => (other === winner) - (one === winner)
    || standings[other].points - standings[one].points);
  find(".over").replaceWith(over);
  fillInStory(drawing, sheet);
  find("[data-part=first]")?.replaceChildren(words.first[turn.first]);
  all(".over__score > b", over).forEach((number, index) => {
    number.dataset.side = ranked[index];
  });
  for (const number of all("[data-side]", over)) {
    showPoints(drawing, number, number, Number(number.dataset.side));
  }
  find("ul", over)?.append(...ranked.filter((side) => side !== winner)
    .map((side) => find(`ul > .side--${side}`, over)));
};

// Names that were put in by the phone may be longer than the skeleton's.
const markLongNames = ({ find, all }) => {
  for (const name of all("label.seat, .take__name, .over__card, .side__name")) {
    const { length } = find("bdi", name).textContent.replaceAll("\u00ad", "");
    name.classList.toggle(`${name.classList[0]}--long`, length > (name.matches("h2") ? 7 : 9));
  }
};

// `undo` is the label of the key: empty if only the server knows it, null without anything to undo.
const fillInUndo = ({ find, all, words, undo, undoes }) => {
  for (const key of all("[form=undo]")) {
    const isItem = key.matches(".menu__item");
    if (undo === null || (isItem && !undo)) key.remove();
    else if (isItem) key.lastChild.textContent = undo;
    else key.ariaLabel = undo || words.offline["undo missing"];
    if (undo === "") key.ariaDisabled = "true";
    find("small", key)?.replaceChildren(undoes || words.offline["online only"]);
  }
};

const fillInEnd = (drawing) => {
  const { find, words, bids, turn } = drawing;
  const turns = bids ? words.dealt : words.deals;
  writeBar(drawing, find(".bar__title").textContent, turns[turn.first]);
};

const fillIn = {
  bids: fillInBids, board: fillInBoard, tricks: fillInTricks, end: fillInEnd, over: fillInOver,
};

export const draw = (skeletons, state, view) => {
  const drawing = open(skeletons, state, view);
  const { page, find, all, place } = drawing;
  all(".side, .half").forEach((side, index) => {
    showPoints(drawing, side, find(".side__points, .half__points > span", side), index);
  });
  for (const key of all("a:not([data-offline]), button:not([data-offline])")) {
    key.ariaDisabled = "true";
  }
  const sheet = view !== "end" && drawSheet(drawing);
  if (sheet && view !== "over") find(".match").after(sheet);
  fillIn[view](drawing, sheet);
  markLongNames(drawing);
  if (!sheet) find(".bar__action--sheet")?.remove();
  fillInUndo(drawing);
  for (const form of all("form[data-keep]")) {
    Object.assign(form.dataset, { keep: `${state.id}-${view}-${place}`, version: place });
  }
  for (const number of all("[name=number]")) number.value = place;
  return page;
};
