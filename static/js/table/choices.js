// Numbers that are tapped: what is chosen in groups of keys, and whether that saves the form.
export const chosen = (group) => group.querySelector("[data-tricks]:checked");
export const countTricks = (groups) =>
  groups.reduce((tricks, group) => tricks + Number(chosen(group)?.dataset.tricks ?? 0), 0);

// A tap on the last number saves; on a keyboard, press Save.
export const savesOnTap = (form, place = form) => {
  let isTapped = false;
  place.addEventListener("pointerdown", () => { isTapped = true; });
  place.addEventListener("keydown", () => { isTapped = false; });
  return () => isTapped && "autosave" in form.dataset;
};
