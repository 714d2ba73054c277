// Bids: the sums live, and saved with the last chip.
// A finger on the last chip saves; arrow keys only move through the chips, so they never save.
{
  for (const form of document.querySelectorAll("form[data-module=bids]")) {
    const seats = [...form.querySelectorAll("fieldset")];
    const chosen = (seat) => seat.querySelector("input[type=radio]:checked");
    const place = form.querySelector("[data-sentence]");
    let touched = false;

    const show = () => {
      const total = seats.reduce((sum, seat) => sum + Number(chosen(seat)?.dataset.tricks ?? 0), 0);
      const loose = Number(form.dataset.tricks) - total;
      const words = loose < 0 ? place.dataset.over : place.dataset.sentence;
      place.textContent = words
        .replace("{total}", total).replace("{loose}", loose).replace("{over}", -loose);
    };

    form.addEventListener("pointerdown", () => { touched = true; });
    form.addEventListener("keydown", () => { touched = false; });
    form.addEventListener("change", () => {
      show();
      if (touched && "autosave" in form.dataset && seats.every(chosen)) form.requestSubmit();
    });
    show();
  }
}
