// Sends keys that only fill in a form to the server as usual, but replaces only the parts of the page that differ:
// nothing jumps, and the focus stays. The form is kept on this phone until it is saved.
{
  const DAY = 24 * 60 * 60 * 1000;
  const find = (page) => page.querySelector("form[data-module=in-place]");
  const key = find(document)?.dataset.kept ?? "in-place";
  const store = find(document) && import(document.getElementById("notice").dataset.store);
  let queue = Promise.resolve();
  let waiting = 0;

  const collectFields = (form) => new URLSearchParams(new FormData(form));
  // Without storage, nothing is kept.
  const storage = (use) => store.then(use).catch(() => {});
  let restored;
  const keep = (form, about) => {
    const draft = { v: 1, body: String(collectFields(form)), at: Date.now(), ...about };
    // What was kept is read first.
    storage(async ({ write }) => {
      await restored;
      return write("typed", key, draft);
    });
  };

  const readValues = (part) => [part, ...part.querySelectorAll("input, select")]
    .map(({ value, checked }) => [value, checked]).join();

  // Replaces only what differs, and never the focused element if the new page has the same one.
  const renew = (old, fresh) => {
    const focus = document.activeElement;
    const [from, to] = [[...old.children], [...fresh.children]];
    if (old.isEqualNode(fresh) && readValues(old) === readValues(fresh)) return;
    if (!old.contains(focus) || old.tagName !== fresh.tagName || (from.length !== to.length && old !== focus)) {
      old.replaceWith(fresh);
      return;
    }
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
    if (old === focus) {
      if (!old.matches("input")) old.replaceChildren(...fresh.childNodes);
      else old.value = fresh.value;
    } else {
      from.forEach((child, place) => renew(child, to[place]));
    }
  };

  const show = (fresh, before) => {
    const form = find(document);
    // Keep what was typed since the request.
    for (const [name, value] of collectFields(form)) {
      const same = fresh.elements[name] ?? {};
      if (value !== before.get(name) && same.type !== "hidden") same.value = value;
    }
    const notice = form.querySelector(".notice");
    if (notice) {
      notice.textContent = "";
      document.body.append(notice);
    }
    const open = new Set([...form.querySelectorAll("details[open]")].map((more) => more.ariaLabel));
    for (const more of fresh.querySelectorAll("details")) more.open ||= open.has(more.ariaLabel);
    renew(form, fresh);
    const next = document.activeElement === document.body && find(document).querySelector("[data-next]");
    if (next) {
      next.dataset.brought = "";
      next.focus({ preventScroll: true });
    }
    keep(find(document));
  };

  const replaceForm = async (address, body, before = collectFields(find(document))) => {
    const response = await fetch(address, { method: "POST", body });
    const fresh = find(new DOMParser().parseFromString(await response.text(), "text/html"));
    if (!fresh) throw new Error("no form");
    show(fresh, before);
  };

  document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (target.dataset.module !== "in-place") return;
    const fills = submitter?.formNoValidate;
    if (!fills && !waiting) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // One after the other, because each needs what the previous one changed.
    waiting += 1;
    queue = queue.then(async () => {
      const form = find(document);
      waiting -= 1;
      if (!fills) return form.requestSubmit();
      const body = collectFields(form);
      body.append(submitter.name, submitter.value);
      try {
        await replaceForm(submitter.getAttribute("formaction") || form.action, body);
      } catch {
        form.dataset.module = "";
        form.requestSubmit(submitter.isConnected ? submitter : null);
      }
    });
  }, true);

  const restore = async (form) => {
    const before = collectFields(form);
    const { body, at, sent, started } = await storage(({ read }) => read("typed", key)) ?? {};
    const fields = new URLSearchParams(body);
    const game = new URLSearchParams(location.search).get("game") ?? fields.get("game");
    // A set-up that nobody started is of no use the next evening.
    const isOld = key === "in-place" && !started && Date.now() - at > DAY;
    if (!body || sent || isOld || game !== fields.get("game")) return;
    fields.set("csrf_token", form.elements.csrf_token.value);
    fields.append("show", "yes");
    try {
      await replaceForm(form.action, fields, before);
    } catch {
      // It is requested again with the page.
      return;
    }
    const detail = ["kept"];
    if (started) find(document).dispatchEvent(new CustomEvent("notice", { bubbles: true, detail }));
  };
  const form = find(document);
  // The server's response to the form is newer than what was kept.
  if (form && "given" in form.dataset) {
    keep(form);
  } else if (form) {
    // What is tapped until then follows it.
    waiting += 1;
    restored = restore(form).finally(() => { waiting -= 1; });
    queue = restored;
  }
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => { if (target.form && target.form === find(document)) keep(target.form); });
  }
  document.addEventListener("saved", ({ target, detail }) => {
    if (target === find(document)) detail.push(storage(({ remove }) => remove("typed", key)));
  }, true);
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (target === find(document)) keep(target, { sent: !defaultPrevented, started: true });
  });
}
