// Bids: the sums live, and saved with the last chip.
// A finger on the last chip saves; arrow keys only move through the chips, so they never save.
{
  for (const form of document.querySelectorAll("form[data-module=bids]")) {
    const seats = [...form.querySelectorAll(".bidder")];
    const chosen = (seat) => seat.querySelector("input[type=radio]:checked");
    const number = (seat) => Number(chosen(seat)?.value) || 0;
    const sum = (some) => some.reduce((total, seat) => total + number(seat), 0);
    const write = (selector, text) => {
      for (const place of form.querySelectorAll(selector)) place.textContent = text;
    };
    let touched = false;

    const show = () => {
      const total = sum(seats);
      const loose = Number(form.dataset.tricks || 13) - total;
      for (const place of form.querySelectorAll("[data-sum][data-sentence]")) {
        const words = (loose < 0 && place.dataset.over) || place.dataset.sentence;
        place.textContent = words
          .replace("{total}", total).replace("{loose}", loose).replace("{over}", -loose);
      }
      write("[data-total]", total);
      write("[data-loose]", loose);
      for (const place of form.querySelectorAll("[data-side-total]")) {
        const side = place.dataset.sideTotal;
        place.textContent = sum(seats.filter((seat) => seat.matches(`.side--${side}`)));
      }
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
