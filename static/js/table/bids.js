// Bids: shows contracts and their sum while bids are tapped.
import { onView } from "../common/view.js";
import { chosen, countTricks, savesOnTap } from "./choices.js";

const showContract = (slip, seats) => {
  const bids = seats.map(chosen).filter(Boolean);
  const isNil = bids.some((bid) => bid.dataset.tricks === "0");
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
  form.style.setProperty("--all", all);
  form.style.setProperty("--sum", total);
  for (const place of form.querySelectorAll("[data-sum]")) {
    place.textContent = words.replace("{total}", total).replace("{over}", total - all);
  }
};

onView(() => {
  for (const form of document.querySelectorAll("form[data-module=bids]")) {
    const seats = [...form.querySelectorAll("fieldset")];
    const isSaved = savesOnTap(form);
    form.addEventListener("change", ({ target }) => {
      if (target.name === "asked") return;
      showSums(form, seats);
      if (isSaved() && seats.every(chosen)) form.requestSubmit();
    });
    showSums(form, seats);
  }
});
