// The score line, laid out as in web/charts.py; its parts are those of the skeleton.
import { parsePage } from "../common/page.js";
import { fill, formatPoints } from "../common/texts.js";
import { listCourse, listNils, tellStory } from "./story.js";

const MOST_LABELS = 3;

const round = (value) => Math.floor(value * 10 + .5) / 10;

const set = (part, values) => {
  for (const [name, value] of Object.entries(values)) part.setAttribute(name, value);
  return part;
};

const layOut = ({ chart, tables: { end } }, course) => {
  const [least, height, left, right, top, bottom, minStep] = chart;
  const points = course.flat();
  const isLimited = end.hand_limit !== null || end.minutes !== null;
  const target = isLimited && Math.max(...points) * 2 < end.target ? null : end.target;
  const low = Math.min(...points, end.floor ?? 0, 0);
  const high = Math.max(...points, target ?? 1);
  const step = Math.max(minStep, round((least - left - right) / (course.length - 1)));
  return {
    step,
    target,
    width: left + step * (course.length - 1) + right,
    x: (number) => round(left + number * step),
    y: (value) => round(top + (high - value) * (height - top - bottom) / (high - low)),
  };
};

const drawLevels = ({ all, chart, tables: { end: { floor } } }, { target, width, y }, line) => {
  const draw = (parts, values, place) => all(`:scope > ${parts}`, line).forEach((part, index) => {
    if (values[index] === null) part.remove();
    else set(part, place(y(values[index])));
  });
  draw("line", [target, 0, floor], (at) => ({ x2: width - chart[3], y1: at, y2: at }));
  draw("text[text-anchor]", [target, 0, floor], (at) => ({ y: at + 4 }));
  draw("text:not([text-anchor])", [target, floor], (at) => ({ y: at - 4 }));
};

const drawHand = ({ find, all, sides, words }, { x, y, step }, hand, number, points, id) => {
  const middle = x(number);
  const scores = points.map((value, side) => `${sides[side]} ${formatPoints(value)}`).join(", ");
  set(hand, { href: `#${id}`, "aria-label": `${fill(words.hand, { n: number })}: ${scores}` });
  set(find("rect", hand), { x: middle - step / 2, width: step });
  all("circle", hand).forEach((dot, side) => set(dot, { cx: middle, cy: y(points[side]) }));
  set(find("text", hand), { x: middle }).textContent = number;
  return hand;
};

const listTurns = (drawing) => {
  const blind = listNils(drawing).filter(([, , reason]) => drawing.blindNils.includes(reason))
    .map(([hand, side, reason]) => ({ hand, side, label: drawing.words.stamps[reason] }));
  const all = [...tellStory(drawing).filter(({ hand }) => hand), ...blind];
  return [...new Map(all.map((one) => [one.hand, one])).values()].slice(0, MOST_LABELS);
};

// The label is on the free side of the line: before its hand, or after it at the left.
const drawTurns = (drawing, course, { target, x, y }, text) => {
  const { chart, tables: { end } } = drawing;
  const [, height, left, , , bottom, , roomWidth, roomHeight, gap] = chart;
  const taken = [target, end.floor].filter((value) => value !== null)
    .map((value) => [left + roomWidth / 2, y(value)]);
  return listTurns(drawing).flatMap(({ hand, side, label }) => {
    const line = course.map((points) => y(points[side]));
    const isLeft = x(hand) < left + roomWidth && hand < course.length - 1;
    const [before, after] = line.slice(isLeft ? hand : hand - 1);
    const isAbove = (after <= before) !== isLeft;
    const base = Math.min(line[hand] + (isAbove ? -4 : roomHeight), height - bottom);
    const start = x(hand) + (isLeft ? gap : -gap);
    const middle = start + roomWidth / (isLeft ? 2 : -2);
    const isTaken = taken.some(([otherMiddle, otherBase]) => (
      Math.abs(middle - otherMiddle) < roomWidth && Math.abs(base - otherBase) < roomHeight
    ));
    if (isTaken) return [];
    taken.push([middle, base]);
    const turn = set(text.cloneNode(), {
      class: `line__label line__turn side--${side}`,
      x: start,
      y: base,
      "text-anchor": isLeft ? "start" : "end",
    });
    turn.textContent = label;
    return [turn];
  });
};

// `ids` are those of the hands on the sheet, by number. Returns nothing before the first hand.
export const drawLine = (drawing, ids) => {
  const { find, all, chart: [least, height] } = drawing;
  const course = listCourse(drawing);
  if (course.length < 2) return [];
  const layout = layOut(drawing, course);
  const { width, x, y } = layout;
  const { body } = parsePage(drawing.line);
  const line = set(find("svg", body), { width, viewBox: `0 0 ${width} ${height}` });
  line.classList.toggle("line--wide", width > least);
  drawLevels(drawing, layout, line);
  all(".line__path", line).forEach((path, side) => set(path, {
    points: course.map((after, number) => `${x(number)},${y(after[side])}`).join(" "),
  }));
  const hand = find(".line__hand", line);
  const hands = course.slice(1).map((points, index) => (
    drawHand(drawing, layout, hand.cloneNode(true), index + 1, points, ids[index])
  ));
  hand.replaceWith(...hands, ...drawTurns(drawing, course, layout, find("text", hand)));
  all(".line__end", line).forEach((one, side) => {
    set(one, { x: x(course.length - 1) - 7, y: y(course.at(-1)[side]) - 7 });
  });
  return [...body.children];
};
