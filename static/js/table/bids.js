// Bids: shows contracts and their sum while bids are tapped. A tap on the last bid saves; on a keyboard, press Save.
{
  const setUp = () => {
    for (const form of document.querySelectorAll("form[data-module=bids]")) {
      const seats = [...form.querySelectorAll("fieldset")];
      const chosen = (seat) => seat.querySelector("[data-tricks]:checked");
      const all = Number(form.dataset.tricks);
      let touched = false;

      const show = () => {
        const sums = {};
        let total = 0;
        // Every seat counts, also where no side has a slip because nobody has a partner.
        for (const seat of seats) {
          const [side] = seat.className.match(/(?<=side--)\d/);
          const tricks = Number(chosen(seat)?.dataset.tricks ?? 0);
          sums[side] = (sums[side] ?? 0) + tricks;
          total += tricks;
          form.style.setProperty(`--s${side}`, sums[side]);
        }
        for (const slip of form.querySelectorAll("[data-contract]")) {
          const side = slip.dataset.contract;
          const bids = seats.filter((seat) => seat.classList.contains(`side--${side}`)).map(chosen).filter(Boolean);
          const nil = bids.some((bid) => bid.dataset.tricks === "0");
          slip.hidden = !bids.length;
          const [word, number, nils] = slip.children;
          number.textContent = sums[side] || "";
          word.hidden = nil;
          nils.hidden = !nil;
        }
        form.style.setProperty("--all", all);
        form.style.setProperty("--sum", total);
        const words = total > all ? form.dataset.over : form.dataset.sentence;
        for (const place of form.querySelectorAll("[data-sum]")) {
          place.textContent = words.replace("{total}", total).replace("{over}", total - all);
        }
      };

      form.addEventListener("pointerdown", () => { touched = true; });
      form.addEventListener("keydown", () => { touched = false; });
      form.addEventListener("change", ({ target }) => {
        if (target.name === "asked") return;
        show();
        if (touched && "autosave" in form.dataset && seats.every(chosen)) form.requestSubmit();
      });
      show();
    }
  };
  document.addEventListener("view", setUp);
  setUp();
}
