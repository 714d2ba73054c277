// Tricks: the last number follows from the others; says what does not add up; saves when it does.
{
  for (const form of document.querySelectorAll("form[data-module=tricks]")) {
    const all = Number(form.dataset.tricks);
    const groups = [...form.querySelectorAll("fieldset")];
    const chosen = (group) => group.querySelector("[data-tricks]:checked");
    const sum = (some) => some.reduce((total, group) => total + Number(chosen(group)?.dataset.tricks ?? 0), 0);
    const message = form.querySelector("[data-message]");
    let derived = null;
    let touched = false;

    const derive = () => {
      const open = groups.filter((group) => group !== derived && !chosen(group));
      if (open.length === 1 && !derived) derived = open.pop();
      if (!derived) return;
      const rest = all - sum(groups.filter((group) => group !== derived));
      const wanted = open.length ? null : derived.querySelector(`[data-tricks="${rest}"]`);
      (wanted ?? derived.querySelector("[value='']")).checked = true;
    };

    const show = () => {
      for (const group of groups) group.toggleAttribute("data-derived", group === derived);
      const complete = groups.every(chosen);
      const over = sum(groups) - all;
      const kind = over > 0 ? "over" : complete && over < 0 ? "missing" : "";
      const words = (Math.abs(over) === 1 && message.dataset[`${kind}One`]) || message.dataset[kind] || "";
      message.textContent = words.replace("{n}", Math.abs(over));
      return complete && over === 0;
    };

    form.addEventListener("pointerdown", () => { touched = true; });
    form.addEventListener("keydown", () => { touched = false; });
    form.addEventListener("change", ({ target }) => {
      const group = target.closest("fieldset");
      if (target.type === "checkbox") return;
      if (group && group === derived) derived = groups.length === 2 ? groups.find((other) => other !== group) : null;
      derive();
      if (show() && touched && "autosave" in form.dataset) form.requestSubmit();
    });
    show();
  }
}
