// The story of a finished match, as the server finds it (rules/review/story.py) and says it
// (words/review/story.py); test_offline_story.py compares them.
import { fill, formatPoints } from "../common/texts.js";
import { sum } from "../scores/scores.js";
import { sign } from "./drawing.js";

const FAR_BELOW = -100;
const FAR_BEHIND = 150;
const FAR_AHEAD = 100;
const FEW_HANDS = 3;
const MOST = 3;
const OFTEN = 3;
const END = {};

export const listCourse = ({ start, scores }) => [
  ...start.course, ...scores.map((score) => score.map(({ standing }) => standing.points)),
];

// A nil is the number of its hand, its side, the reason of its line, the points, and the seat.
export const listNils = ({ start, scores, nils }) => [
  ...start.nils,
  ...scores.flatMap((score, index) => score.flatMap(({ lines }, side) => lines
    .filter(([reason]) => nils[reason])
    .map(([reason, points, , seat]) => [start.course.length + index, side, reason, points, seat]))),
];

const computeLead = (points, side) => points[side]
  - Math.max(...points.filter((_, other) => other !== side));

// None if the lead is shared.
const findLeader = (points) => points.findIndex((_, side) => computeLead(points, side) > 0);

const countChanges = (course) => course.map(findLeader).filter((side) => side >= 0)
  .filter((side, index, leaders) => index && side !== leaders[index - 1]).length;

const findDecidingNil = (course, nils, winner, margin) => {
  const others = course.at(-1).map((points, side) => (side === winner ? -Infinity : points));
  const signs = { [winner]: 1, [others.indexOf(Math.max(...others))]: -1 };
  const deciding = nils.filter(([hand, side, , points, seat]) => (
    hand === course.length - 1 && seat !== null && points * signs[side] >= margin
  ));
  return deciding.length === 1 ? deciding[0] : null;
};

const listWon = ({ words: { stamps, story } }, course, nils, side) => {
  const last = course.length - 1;
  const own = course.map((points) => points[side]);
  const ahead = course.map((points) => computeLead(points, side));
  if (ahead[last] <= 0) return [];
  const gained = course.slice(1).map((after, hand) => computeLead(
    after.map((points, index) => points - course[hand][index]), side,
  ));
  const [lowest, furthest] = [own, ahead].map((numbers) => Math.min(...numbers));
  const most = Math.max(...gained);
  const best = gained.indexOf(most) + 1;
  const nil = findDecidingNil(course, nils, side, ahead[last]);
  const times = countChanges(course);
  const found = [];
  const add = (said, hand, label, points = 0) => found.push(
    { said, side, hand, label, points, nil, times },
  );
  if (nil) add(nil[3] > 0 ? "nil made" : "nil failed", last, stamps[nil[2]]);
  if (lowest <= FAR_BELOW) {
    add("below", own.indexOf(lowest), formatPoints(lowest), lowest);
  } else if (furthest <= -FAR_BEHIND) {
    const [hand, points] = [ahead.indexOf(furthest), -furthest];
    add(hand ? "behind" : "started behind", hand, fill(story.deficit[0], { points }), points);
  }
  const hand = ahead.findLastIndex((each) => each <= 0) + 1;
  const [label] = story["takes the lead"];
  // Not if the story names this hand, or that they were far behind before it.
  const isKnown = nil || found.some((one) => one.said === "behind" && one.hand === last - 1);
  if (hand < 2) add("led", 0);
  else if (hand < last && times) add(times < OFTEN ? "lead" : "lead often", hand, label);
  else if (hand === last && !isKnown) {
    add(ahead[last - 1] ? "last_hand" : "tied", hand, label, -ahead[last - 1]);
  }
  const isTold = found.some((one) => one.hand === best && one.said !== "below");
  if (most >= FAR_AHEAD && best > gained.lastIndexOf(most) && !isTold) {
    add(course[0].length > 2 ? "swing of all" : "swing", best, sign(most), most);
  }
  return found;
};

const listUnwon = (course) => {
  const side = findLeader(course.at(-1));
  const times = countChanges(course);
  return [
    side >= 0 && { said: "ahead", side, points: computeLead(course.at(-1), side) },
    times > 1 && { said: "changed", times },
  ].filter(Boolean);
};

// Returns highlights: each has the name of its sentence, what that is about, and a label if it is
// about a hand.
export const tellStory = (drawing) => {
  const { outcome: { ending, winner }, tables, nils: counts } = drawing;
  const [course, nils] = [listCourse(drawing), listNils(drawing)];
  if (course.length <= FEW_HANDS) return [END];
  // Who won because the others gave up did not win by points.
  const story = winner === null || ending === "early"
    ? listUnwon(course) : listWon(drawing, course, nils, winner);
  const isUsual = ending === "target" && course.at(-1).some((one) => one < tables.end.target);
  const isRemarkable = isUsual && story.some(({ said }) => !said.startsWith("swing"));
  if (!isRemarkable) story.unshift(END);
  const [points, tried] = [0, 1].map((of) => sum(nils.map(([, , reason]) => counts[reason][of])));
  const isOfNils = tried > 1 && !story.some(({ nil }) => nil);
  if (isOfNils) story.push({ said: points ? "nils" : "no nils", points, tried });
  else if (isRemarkable && story.length < 2) story.push(END);
  return story.slice(0, MOST);
};

const describeEnding = ({ words, tables, outcome, progress, standings }, name) => {
  const { ending, winner } = outcome;
  const sentences = words.ending;
  if (ending === "early") return winner === null ? sentences.early : sentences["given up"][winner];
  const all = standings.map(({ points }) => points);
  const [num, lowest] = [progress.hands, Math.min(...all)];
  if (ending === "hands") return fill(sentences.hands[num === 1 ? 0 : 1], { num });
  const isShared = ending === "target" && lowest >= tables.end.target;
  const loser = name(all.indexOf(lowest));
  const sentence = sentences[isShared ? "all at target" : ending];
  return fill(sentence, { loser, points: formatPoints(lowest) });
};

export const describeStory = (drawing) => {
  const { words, tables, players, sides } = drawing;
  const name = (side) => (tables.sides[side]?.length > 1
    ? tables.sides[side].map((seat) => players[seat]).join(" & ") : sides[side]);
  return tellStory(drawing).map((one) => {
    if (one === END) return describeEnding(drawing, name);
    const { said, side, points: num = 0, nil } = one;
    return fill(words.story[said].at(num === 1 ? 0 : -1), {
      ...one,
      num,
      points: formatPoints(num),
      names: name(side),
      others: name(1 - side),
      name: players[nil?.[4]],
    });
  });
};
