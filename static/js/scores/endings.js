// The order of endings: the one rule of the game that a script repeats. Everything else is in the
// score tables. tests/browser/test_order_of_endings.py compares it with the engine.
const findEnding = ({ target, floor, hand_limit: hands, minutes }, points, progress) => {
  if (Math.max(...points) >= target) return "target";
  if (floor !== null && Math.min(...points) <= floor) return "floor";
  if (hands !== null && progress.hands >= hands) return "hands";
  return minutes !== null && progress.minutes >= minutes ? "time" : null;
};

// Returns the winner and what ended the match, or null while it goes on.
export const decide = (end, standings, progress) => {
  const points = standings.map((side) => side.points);
  const every = [...points.keys()];
  const isOut = (side) => end.sets_to_lose > 0 && progress.sets[side] >= end.sets_to_lose;
  const ending = every.some(isOut) ? "sets" : findEnding(end, points, progress);
  const contenders = every.every(isOut) ? every : every.filter((side) => !isOut(side));
  const best = Math.max(...contenders.map((side) => points[side]));
  const [winner, ...others] = contenders.filter((side) => points[side] === best);
  return ending && !others.length ? { winner, ending } : null;
};
