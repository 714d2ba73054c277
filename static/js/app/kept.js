// Keeps what was typed on this phone until it is saved, for a day at most. After a reload, a lost network or a closed
// tab it is there again, marked as not saved, with its old key, so that the server never stores it twice.
{
  const DAY = 24 * 60 * 60 * 1000;
  const forms = [...document.querySelectorAll("form[data-keep]")];
  const keyOf = (form) => `keep:${form.dataset.keep}`;
  const version = (form) => form.dataset.version || "";
  const fields = (form) => [...form.elements]
    .filter((field) => field.name && !["hidden", "password", "submit", "file"].includes(field.type));
  const part = (field) => (["radio", "checkbox"].includes(field.type) ? "checked" : "value");
  const forget = (form) => localStorage.removeItem(keyOf(form));

  const keep = (form, sent = false) => {
    const values = fields(form).map((field) => field[part(field)]);
    const draft = { version: version(form), key: form.elements.key?.value, values, sent, at: Date.now() };
    localStorage.setItem(keyOf(form), JSON.stringify(draft));
  };

  const restore = (form) => {
    // The server's response to the form is newer than what was kept.
    if ("given" in form.dataset) return keep(form);
    const draft = JSON.parse(localStorage.getItem(keyOf(form)) || "null");
    const current = fields(form);
    if (draft?.version !== version(form) || draft.values.length !== current.length) return forget(form);
    if (draft.key && form.elements.key) form.elements.key.value = draft.key;
    const changed = current.filter((field, index) => field[part(field)] !== draft.values[index]);
    current.forEach((field, index) => { field[part(field)] = draft.values[index]; });
    if (!changed.length) return;
    form.dispatchEvent(new Event("change", { bubbles: true }));
    form.dispatchEvent(new CustomEvent("notice", { bubbles: true, detail: ["kept"] }));
  };

  // A form that the browser sent and that is no longer shown has been saved, unless the response is an error.
  const cleanUp = () => {
    const failed = document.querySelector("[data-failed]");
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith("keep:"))) {
      const saved = !failed && !forms.some((form) => keyOf(form) === key);
      const { sent, at } = JSON.parse(localStorage.getItem(key));
      if ((sent && saved) || Date.now() - at > DAY) localStorage.removeItem(key);
    }
  };

  try {
    cleanUp();
    for (const form of forms) {
      restore(form);
      form.addEventListener("input", () => keep(form));
      form.addEventListener("saved", () => forget(form));
      const links = [...form.querySelectorAll(".dock a, a.undo"), ...document.querySelectorAll("a.moves__leave")];
      for (const link of links) link.addEventListener("click", () => forget(form));
    }
    // Runs last: if a script sends the form, the browser has not.
    window.addEventListener("submit", ({ target, defaultPrevented }) => {
      if (forms.includes(target)) keep(target, !defaultPrevented);
    });
  } catch {
    // Without storage, everything works, but nothing is kept.
  }
}
