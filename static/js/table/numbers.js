// Numbers that are tapped: bids, with contracts and their sum, and tricks, of which the last number
// follows from the others.
import { onView } from "../common/view.js";

const chosen = (group) => group.querySelector("[data-tricks]:checked");
const hasNil = (group) => group.querySelector(".key--nil :checked");
const countTricks = (groups) =>
  groups.reduce((tricks, group) => tricks + Number(chosen(group)?.dataset.tricks ?? 0), 0);

// A tap on the last number saves; on a keyboard, press Save.
const savesOnTap = (form, place) => {
  let isTapped = false;
  place.addEventListener("pointerdown", () => { isTapped = true; });
  place.addEventListener("keydown", () => { isTapped = false; });
  return () => isTapped && "autosave" in form.dataset;
};

const showContract = (slip, seats) => {
  const bids = seats.map(chosen).filter(Boolean);
  const isNil = bids.some((bid) => bid.dataset.tricks === "0") || seats.some(hasNil);
  const [word, number, nils] = slip.children;
  slip.hidden = !bids.length;
  number.textContent = countTricks(seats) || "";
  word.hidden = isNil;
  nils.hidden = !isNil;
};

const showSums = (form, seats) => {
  const total = countTricks(seats);
  const all = Number(form.dataset.tricks);
  const words = total > all ? form.dataset.over : form.dataset.sentence;
  const seatsOf = (side) => seats.filter((seat) => seat.classList.contains(`side--${side}`));
  // Every seat counts, also where no side has a slip because nobody has a partner.
  for (const seat of seats) {
    const [side] = seat.className.match(/(?<=side--)\d/);
    form.style.setProperty(`--s${side}`, countTricks(seatsOf(side)));
  }
  for (const slip of form.querySelectorAll("[data-contract]")) {
    showContract(slip, seatsOf(slip.dataset.contract));
  }
  form.style.setProperty("--sum", total);
  for (const place of form.querySelectorAll("[data-sum]")) {
    place.textContent = words.replace("{total}", total).replace("{over}", total - all);
  }
};

const setUpBids = (form) => {
  const seats = [...form.querySelectorAll("fieldset")];
  const isSaved = savesOnTap(form, form);
  form.addEventListener("change", ({ target }) => {
    if (target.name === "asked") return;
    showSums(form, seats);
    // A nil waits for the number next to it.
    if (isSaved() && "tricks" in target.dataset && seats.every(chosen)) form.requestSubmit();
  });
  showSums(form, seats);
};

// Says what doesn't add up. Returns whether all numbers are given and add up.
const checkSum = (place, groups) => {
  const message = place.querySelector("[data-message]");
  const over = countTricks(groups) - Number(place.dataset.tricks);
  const isComplete = groups.every(chosen);
  const kind = over > 0 ? "over" : isComplete && over < 0 ? "missing" : "";
  const isOne = Math.abs(over) === 1;
  const words = (isOne && message.dataset[`${kind}One`]) || message.dataset[kind] || "";
  message.textContent = words.replace("{n}", Math.abs(over));
  return isComplete && over === 0;
};

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

const setUpTricks = (place) => {
  const form = place.closest("form");
  const groups = [...place.querySelectorAll("fieldset")];
  const isSaved = savesOnTap(form, place);
  const change = followOthers(place, groups);
  form.addEventListener("change", ({ target }) => {
    if (target.type === "checkbox" || target.name === "asked") return;
    const group = groups.find((other) => other.contains(target));
    for (const asked of place.querySelectorAll(".bidder__ask")) asked.checked &&= !group;
    change(group);
    if (checkSum(place, groups) && isSaved()) form.requestSubmit();
  });
  checkSum(place, groups);
};

onView(() => {
  document.querySelectorAll("form[data-module=bids]").forEach(setUpBids);
  document.querySelectorAll("[data-module=tricks]").forEach(setUpTricks);
});
