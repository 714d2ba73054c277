// What was typed stays on this phone until it is saved, a day at most: after a reload, a lost network
// or a closed tab it is there again.
{
  const DAY = 24 * 60 * 60 * 1000;
  const forms = [...document.querySelectorAll("form[data-keep]")];
  const place = (form) => `keep:${form.dataset.keep}`;
  const version = (form) => form.dataset.version || "";
  const fields = (form) => [...form.elements]
    .filter((field) => field.name && !["hidden", "password", "submit", "file"].includes(field.type));
  const ticks = (field) => field.type === "radio" || field.type === "checkbox";

  const keep = (form, sent) => {
    const values = fields(form).map((field) => (ticks(field) ? field.checked : field.value));
    const kept = { version: version(form), values, sent, at: Date.now() };
    localStorage.setItem(place(form), JSON.stringify(kept));
  };

  const giveBack = (form) => {
    const kept = JSON.parse(localStorage.getItem(place(form)) || "null");
    const own = fields(form);
    // The server's own answer to what was sent (data-given) is newer than what was kept.
    const stale = kept?.version !== version(form) || kept.values.length !== own.length;
    if (stale || "given" in form.dataset) {
      localStorage.removeItem(place(form));
      return;
    }
    own.forEach((field, index) => { field[ticks(field) ? "checked" : "value"] = kept.values[index]; });
    form.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // What was sent from a form that is no longer shown has been saved.
  const forgetSavedAndOld = () => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith("keep:"))) {
      const shown = forms.some((form) => place(form) === key);
      const { sent, at } = JSON.parse(localStorage.getItem(key));
      if ((sent && !shown) || Date.now() - at > DAY) localStorage.removeItem(key);
    }
  };

  try {
    forgetSavedAndOld();
    for (const form of forms) {
      giveBack(form);
      form.addEventListener("input", () => keep(form, false));
      form.addEventListener("submit", () => keep(form, true));
    }
  } catch {
    // A browser that keeps nothing (storage switched off) still works, it only forgets.
  }
}
