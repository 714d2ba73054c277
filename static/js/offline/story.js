// The story of a finished match, as the server finds it (rules/review/story.py) and says it
// (words/review/story.py); test_offline_story.py compares them.
import { fill, formatPoints } from "../common/texts.js";
import { sum } from "../scores/scores.js";

const FAR_BELOW = -100;
const FAR_BEHIND = 150;
const FAR_AHEAD = 100;
const FEW_HANDS = 3;
const MOST = 3;
const OFTEN = 3;
// What a highlight is about, unless that is its kind.
const ABOUT = { nil: "nils", below: "behind", last_hand: "lead", led: "lead", changed: "lead" };
const IN_A_HAND = ["nil", "last_hand", "lead", "swing"];
const END = { kind: "end" };

// Returns the points of each side at the start and after each hand.
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

const listWon = (course, nils, side) => {
  const last = course.length - 1;
  const own = course.map((points) => points[side]);
  const ahead = course.map((points) => computeLead(points, side));
  if (ahead[last] <= 0) return [];
  const gained = course.slice(1).map((after, hand) => computeLead(
    after.map((points, index) => points - course[hand][index]), side,
  ));
  const [lowest, furthest] = [own, ahead].map((numbers) => Math.min(...numbers));
  const most = Math.max(...gained);
  const nil = findDecidingNil(course, nils, side, ahead[last]);
  const times = countChanges(course);
  const found = [];
  const add = (kind, hand, points = 0, said = kind) => found.push(
    { kind, side, hand, points, said, nil, times },
  );
  if (nil) add("nil", last, 0, nil[3] > 0 ? "nil made" : "nil failed");
  if (lowest <= FAR_BELOW) {
    add("below", own.indexOf(lowest), lowest);
  } else if (furthest <= -FAR_BEHIND) {
    const hand = ahead.indexOf(furthest);
    add("behind", hand, -furthest, hand ? "behind" : "started behind");
  }
  const hand = ahead.findLastIndex((each) => each <= 0) + 1;
  const before = ahead[last - 1];
  if (hand === last) add("last_hand", last, -before, before ? "last_hand" : "tied");
  else if (hand < 2) add("led", 0);
  else if (times) add("lead", hand, 0, times < OFTEN ? "lead" : "lead often");
  if (most >= FAR_AHEAD && gained.indexOf(most) === gained.lastIndexOf(most)) {
    add("swing", gained.indexOf(most) + 1, most, course[0].length > 2 ? "swing of all" : "swing");
  }
  return found;
};

const listUnwon = (course) => {
  const side = findLeader(course.at(-1));
  const times = countChanges(course);
  return [
    { kind: "ahead", said: "ahead", side, points: computeLead(course.at(-1), side) },
    { kind: "changed", said: "changed", times },
  ].filter(({ points, times: changes }) => points > 0 || changes > 1);
};

const listHighlights = ({ outcome: { ending, winner }, tables, nils: counts }, course, nils) => {
  if (course.length <= FEW_HANDS) return [END];
  const [points, tried] = [0, 1].map((of) => sum(nils.map(([, , reason]) => counts[reason][of])));
  const said = points ? "nils" : "no nils";
  const others = tried > 1 ? [{ kind: "nils", said, points, tried }] : [];
  // Who won because the others gave up did not win by points.
  if (winner === null || ending === "early") return [END, ...listUnwon(course), ...others];
  const won = listWon(course, nils, winner);
  const isUsual = ending === "target" && course.at(-1).some((one) => one < tables.end.target);
  const isRemarkable = isUsual && won.some(({ kind }) => kind !== "swing");
  return [...(isRemarkable ? [] : [END]), ...won, ...others];
};

const areSame = (one, other, hands) => {
  const kinds = [one.kind, other.kind];
  if (kinds.every((kind) => IN_A_HAND.includes(kind))) return one.hand === other.hand;
  if (kinds.includes("behind") && kinds.includes("last_hand")) {
    return Math.min(one.hand, other.hand) === hands - 1;
  }
  return (ABOUT[one.kind] ?? one.kind) === (ABOUT[other.kind] ?? other.kind);
};

// Returns highlights: each has a kind, the name of its sentence, and what that is about.
export const tellStory = (drawing) => {
  const course = listCourse(drawing);
  const story = [];
  for (const one of listHighlights(drawing, course, listNils(drawing))) {
    if (!story.some((other) => areSame(one, other, course.length - 1))) story.push(one);
  }
  if (story.length === 1 && story[0] !== END) story.push(END);
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
