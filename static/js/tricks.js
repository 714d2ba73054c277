// Tricks: the last number follows from the others; says what does not add up; saves when it does.
{
  for (const form of document.querySelectorAll("form[data-module=tricks]")) {
    const all = Number(form.dataset.tricks);
    const groups = [...form.querySelectorAll("fieldset")]
      .filter((group) => group.querySelector("input[type=radio]"));
    const chosen = (group) => group.querySelector("input[type=radio]:checked");
    const sum = (some) => some.reduce((total, group) => total + Number(chosen(group)?.dataset.tricks ?? 0), 0);
    const message = form.querySelector("[data-message]");
    let derived = null;
    let touched = false;

    const derive = () => {
      const open = groups.filter((group) => !chosen(group));
      derived ??= open.length === 1 ? open[0] : null;
      if (!derived) return;
      const rest = all - sum(groups.filter((group) => group !== derived));
      for (const input of derived.querySelectorAll("input[type=radio]")) {
        input.checked = Number(input.dataset.tricks) === rest;
      }
    };

    const show = () => {
      for (const group of groups) group.toggleAttribute("data-derived", group === derived);
      const complete = groups.every(chosen);
      const over = sum(groups) - all;
      if (message) {
        const kind = over > 0 ? "over" : complete && over < 0 ? "missing" : "";
        const words = (Math.abs(over) === 1 && message.dataset[`${kind}One`]) || message.dataset[kind] || "";
        message.textContent = words.replace("{n}", Math.abs(over));
      }
      return complete && over === 0;
    };

    form.addEventListener("pointerdown", () => { touched = true; });
    form.addEventListener("keydown", () => { touched = false; });
    form.addEventListener("change", ({ target }) => {
      const group = target.closest("fieldset");
      if (group && group === derived) derived = groups.length === 2 ? groups.find((other) => other !== group) : null;
      derive();
      if (show() && touched && "autosave" in form.dataset) form.requestSubmit();
    });
    show();
  }
}
