// On a keyboard, digits choose and move on: "4 3 3 2" are four bids, "1" and quickly "0" are ten,
// "n" is nil. Arrows only move the focus, Enter and Space choose.
const MOMENT = 700;
const TYPED = "select, textarea, input:not([type=radio], [type=checkbox])";
const SAVE = ".redo, .save, .moves__show";
const findForm = () => document.querySelector(":is(.face, .fixes) .bidder")?.closest("form");
const groupsOf = (form) => [...form.querySelectorAll(".bidder")];
const isSet = (group) => group.querySelector("[data-tricks]:checked");
const isShown = (key) => key.checkVisibility?.({ visibilityProperty: true }) ?? true;
const findNumber = (group, tricks) => {
  const found = [...group.querySelectorAll(`[data-tricks="${tricks}"]`)];
  return found.find(isShown) ?? found[0];
};
// The group whose "1" may become "10".
let pending = null;
let timer = 0;

const settle = () => {
  clearTimeout(timer);
  pending = null;
};
const focusAfter = (group) => {
  settle();
  const groups = groupsOf(group.closest("form"));
  const next = groups.slice(groups.indexOf(group) + 1).find((other) => !isSet(other));
  const key = next?.querySelector("[id$=-none]");
  (key ?? [...document.querySelectorAll(SAVE)].find(isShown))?.focus();
};

const choose = (event, group, chosen) => {
  event.preventDefault();
  const isNumber = "tricks" in chosen.dataset;
  const none = document.getElementById(`${chosen.name}-none`);
  // A nil or Blind that is chosen is left out again.
  (!isNumber && chosen.checked && none ? none : chosen).click();
  if (isNumber) focusAfter(group);
};

const middle = (key) => {
  const { left, right, top, bottom } = key.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
};
// Up and down move to the nearest key of another row.
const move = (event, group, from) => {
  const keys = [...group.querySelectorAll(".pad__keys :is(input, button)")].filter(isShown);
  const [x, y] = middle(from);
  const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const far = (key) => Math.abs(middle(key)[1] - y) * 9 + Math.abs(middle(key)[0] - x);
  const rows = keys.filter((key) => down && (middle(key)[1] - y) * down > 1);
  const [nearest] = rows.sort((a, b) => far(a) - far(b));
  const at = keys.indexOf(from);
  event.preventDefault();
  (at < 0 ? keys[0] : along ? keys[at + along] : nearest)?.focus();
};

const type = (event, from) => {
  const { key } = event;
  let group = from;
  let chosen = pending && findNumber(pending, `1${key}`);
  if (pending && !chosen) {
    focusAfter(pending);
    group = document.activeElement.closest(".bidder");
  }
  chosen ??= group && findNumber(group, key === "n" ? "0" : key);
  if (!chosen) return;
  event.preventDefault();
  chosen.click();
  if (key === "1" && !pending && findNumber(group, "10")) {
    pending = group;
    timer = setTimeout(focusAfter, MOMENT, group);
  } else {
    focusAfter(pending ?? group);
  }
};

document.addEventListener("view", settle);
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const form = findForm();
  if (!form || event.ctrlKey || event.altKey || event.metaKey) return;
  if ((target !== document.body && !form.contains(target)) || target.matches(TYPED)) return;
  const group = target.closest(".bidder") ?? groupsOf(form).find((other) => !isSet(other));
  if (/^[0-9n]$/.test(key)) type(event, group);
  else if (!target.matches(".bidder input")) return;
  else if (key.startsWith("Arrow")) move(event, group, target);
  else if (key === "Enter" || key === " ") choose(event, group, target);
});
