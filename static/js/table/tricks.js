// Tricks: fills in the last number from the others, and says what doesn't add up.
import { onView } from "../common/view.js";
import { chosen, countTricks, savesOnTap } from "./choices.js";

// What the numbers say: whether they add up, and else a message.
const showSum = (place, groups) => {
  const message = place.querySelector("[data-message]");
  const over = countTricks(groups) - Number(place.dataset.tricks);
  const isComplete = groups.every(chosen);
  const kind = over > 0 ? "over" : isComplete && over < 0 ? "missing" : "";
  const isOne = Math.abs(over) === 1;
  const words = (isOne && message.dataset[`${kind}One`]) || message.dataset[kind] || "";
  message.textContent = words.replace("{n}", Math.abs(over));
  return isComplete && over === 0;
};

// Keeps one number as the rest of the others.
const followOthers = (place, groups) => {
  // If all numbers are already filled in, a pile follows the first one that is changed.
  let follows = groups.every(chosen);
  let derived = null;

  const otherThan = (group) => {
    const others = groups.filter((other) => other !== group);
    return others.findLast((other) => other.id.startsWith("side_")) ?? others.at(-1);
  };
  const derive = () => {
    const open = groups.filter((group) => group !== derived && !chosen(group));
    if (open.length === 1 && !derived) derived = open.pop();
    if (!derived) return;
    const given = countTricks(groups.filter((group) => group !== derived));
    const rest = `[data-tricks="${place.dataset.tricks - given}"]`;
    const wanted = open.length ? null : derived.querySelector(rest);
    (wanted ?? derived.querySelector("[value='']")).checked = true;
  };
  return (group) => {
    if (group && group === derived) derived = groups.length === 2 ? otherThan(group) : null;
    else if (group && follows) derived = otherThan(group);
    if (group) follows = false;
    derive();
  };
};

onView(() => {
  for (const place of document.querySelectorAll("[data-module=tricks]")) {
    const form = place.closest("form");
    const groups = [...place.querySelectorAll("fieldset")];
    const isSaved = savesOnTap(form, place);
    const change = followOthers(place, groups);
    form.addEventListener("change", ({ target }) => {
      if (target.type === "checkbox" || target.name === "asked") return;
      const group = groups.find((other) => other.contains(target));
      for (const asked of place.querySelectorAll(".bidder__ask")) asked.checked &&= !group;
      change(group);
      if (showSum(place, groups) && isSaved()) form.requestSubmit();
    });
    showSum(place, groups);
  }
});
