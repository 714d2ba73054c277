// What was typed stays in this tab until it is saved: a reload or a lost network gives it back.
{
  const forms = [...document.querySelectorAll("form[data-keep]")];
  const place = (form) => `keep:${form.dataset.keep}`;
  const version = (form) => form.dataset.version || "";
  const fields = (form) => [...form.elements]
    .filter((field) => field.name && !["hidden", "password", "submit", "file"].includes(field.type));
  const ticks = (field) => field.type === "radio" || field.type === "checkbox";

  const keep = (form, sent) => {
    const values = fields(form).map((field) => (ticks(field) ? field.checked : field.value));
    sessionStorage.setItem(place(form), JSON.stringify({ version: version(form), values, sent }));
  };

  const giveBack = (form) => {
    const kept = JSON.parse(sessionStorage.getItem(place(form)) || "null");
    const own = fields(form);
    // The server's own answer to what was sent (data-given) is newer than what was kept.
    const stale = kept?.version !== version(form) || kept.values.length !== own.length;
    if (stale || "given" in form.dataset) {
      sessionStorage.removeItem(place(form));
      return;
    }
    own.forEach((field, index) => { field[ticks(field) ? "checked" : "value"] = kept.values[index]; });
    form.dispatchEvent(new Event("change", { bubbles: true }));
  };

  // What was sent from a form that is no longer shown has been saved.
  const forgetSaved = () => {
    for (const key of Object.keys(sessionStorage).filter((name) => name.startsWith("keep:"))) {
      const shown = forms.some((form) => place(form) === key);
      if (!shown && JSON.parse(sessionStorage.getItem(key)).sent) sessionStorage.removeItem(key);
    }
  };

  try {
    forgetSaved();
    for (const form of forms) {
      giveBack(form);
      form.addEventListener("input", () => keep(form, false));
      form.addEventListener("submit", () => keep(form, true));
    }
  } catch {
    // A browser that keeps nothing (storage switched off) still works, it only forgets.
  }
}
