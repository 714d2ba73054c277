// Tricks: fills in the last number from the others, says what doesn't add up, and saves when it does.
{
  const setUp = () => {
    for (const place of document.querySelectorAll("[data-module=tricks]")) {
      const form = place.closest("form");
      const total = Number(place.dataset.tricks);
      const groups = [...place.querySelectorAll("fieldset")];
      const chosen = (group) => group.querySelector("[data-tricks]:checked");
      const sum = (some) => some.reduce((tricks, group) => tricks + Number(chosen(group)?.dataset.tricks ?? 0), 0);
      const message = place.querySelector("[data-message]");
      // If all numbers are already filled in, a pile follows the first one that is changed.
      let follows = groups.every(chosen);
      let derived = null;
      let touched = false;

      const otherThan = (group) => {
        const others = groups.filter((other) => other !== group);
        return others.findLast((other) => other.id.startsWith("side_")) ?? others.at(-1);
      };

      const derive = () => {
        const open = groups.filter((group) => group !== derived && !chosen(group));
        if (open.length === 1 && !derived) derived = open.pop();
        if (!derived) return;
        const rest = total - sum(groups.filter((group) => group !== derived));
        const wanted = open.length ? null : derived.querySelector(`[data-tricks="${rest}"]`);
        (wanted ?? derived.querySelector("[value='']")).checked = true;
      };

      const show = () => {
        const complete = groups.every(chosen);
        const over = sum(groups) - total;
        const kind = over > 0 ? "over" : complete && over < 0 ? "missing" : "";
        const words = (Math.abs(over) === 1 && message.dataset[`${kind}One`]) || message.dataset[kind] || "";
        message.textContent = words.replace("{n}", Math.abs(over));
        return complete && over === 0;
      };

      place.addEventListener("pointerdown", () => { touched = true; });
      place.addEventListener("keydown", () => { touched = false; });
      form.addEventListener("change", ({ target }) => {
        if (target.type === "checkbox" || target.name === "asked") return;
        const group = groups.find((other) => other.contains(target));
        if (group && group === derived) derived = groups.length === 2 ? otherThan(group) : null;
        else if (group && follows) derived = otherThan(group);
        if (group) follows = false;
        for (const asked of place.querySelectorAll(".bidder__ask")) asked.checked &&= !group;
        derive();
        if (show() && touched && "autosave" in form.dataset) form.requestSubmit();
      });
      show();
    }
  };
  document.addEventListener("view", setUp);
  setUp();
}
