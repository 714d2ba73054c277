// Counts down to the end of a round or a match, [data-ends], without asking the server. Its clock
// counts: the answer to a poll says how far that of this device is behind.
import { readSkew, setSkew } from "./skew.js";
import { fill } from "./texts.js";
import { onView } from "./view.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LAST = 5 * MINUTE;
// Answers say seconds, and take a while.
const TOLERANCE = 2 * SECOND;

let isRunning = false;
const listeners = [];

export const correctClock = (response) => {
  const skew = Date.parse(response.headers.get("Date")) - Date.now();
  if (Math.abs(skew - readSkew()) > TOLERANCE) setSkew(Math.abs(skew) > TOLERANCE ? skew : 0);
};

export const onTimeUp = (use) => listeners.push(use);

const format = (rest) => {
  const seconds = Math.ceil(rest / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

const describe = ({ far, left, up }, rest) => {
  if (rest <= 0) return up;
  if (rest <= LAST) return fill(left, { time: format(rest) });
  return fill(far, { n: Math.ceil(rest / MINUTE) });
};

export const showClock = () => {
  const now = Date.now() + readSkew();
  const clocks = [...document.querySelectorAll("[data-ends]")];
  const rests = clocks.map(({ dataset: { ends } }) => Date.parse(ends) - now);
  clocks.forEach((clock, index) => {
    const text = describe(clock.dataset, rests[index]);
    if (clock.textContent !== text) clock.textContent = text;
  });
  for (const part of document.querySelectorAll("[data-before]")) {
    part.hidden = Date.parse(part.dataset.before) <= now;
  }
  const wasRunning = isRunning;
  isRunning = rests.some((rest) => rest > 0);
  if (wasRunning && rests.length && !isRunning) listeners.forEach((use) => use());
};

onView(showClock);
setInterval(showClock, SECOND);
