// Keeps a page of an evening current while it is visible, and shows the answer to a form in place: nothing jumps, and a
// field that is in use keeps the keyboard. Without an answer, the page says how old it is.
{
  const SECOND = 1000;
  const HIDDEN = 60;
  const TIMEOUT = 8 * SECOND;
  const FIELD = "input, textarea";
  const find = (selector, page = document) => page.querySelector(selector);
  const read = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");
  let last = new Date();
  let etag = null;
  let pressed = false;
  let timer = 0;
  let sending = Promise.resolve();

  // Replaces parts of the page, but never the field in use.
  const renew = (old, fresh) => {
    const [from, to] = [[...old.children], [...fresh.children]];
    const used = document.activeElement;
    if (!used.matches(FIELD) || !old.contains(used) || from.length !== to.length) old.replaceWith(fresh);
    else if (old === used) old.value ||= fresh.value;
    else from.forEach((child, at) => renew(child, to[at]));
  };
  const show = (page) => {
    const { id, name, value } = document.activeElement;
    for (const open of document.querySelectorAll("details[open][id]")) page.getElementById(open.id)?.setAttribute("open", "");
    document.title = page.title;
    document.body.className = page.body.className;
    for (const part of [".bar", "main"]) renew(find(part), find(part, page));
    if (document.activeElement !== document.body) return;
    const same = id ? `#${id}` : name && `[name="${name}"][value="${CSS.escape(value)}"]`;
    if (same) find(same)?.focus({ preventScroll: true });
  };

  const fetchPage = async ({ dataset: { live } }) => {
    const headers = etag ? { "If-None-Match": etag } : {};
    const response = await fetch(live, { headers, cache: "no-store", signal: AbortSignal.timeout?.(TIMEOUT) });
    return [response, response.ok && await read(response)];
  };
  const poll = async () => {
    clearTimeout(timer);
    const asked = find("[data-live]");
    if (!asked) return;
    const [response, page] = await fetchPage(asked).catch(() => []);
    const fresh = page && find("[data-live]", page);
    if (fresh && asked.isConnected && !pressed && !find("[aria-busy]")) {
      if (etag || fresh.textContent !== asked.textContent) {
        // What was saved last can still be undone.
        const said = find(".messages");
        if (said) find(".messages", page)?.replaceWith(said);
        show(page);
      }
      etag = response.headers.get("ETag");
    }
    // The evening was deleted, or this phone was removed.
    if (response?.status === 404) location.reload();
    const answered = fresh || response?.status === 304;
    const { since, locale } = asked.dataset;
    if (answered) last = new Date();
    find("#notice").textContent = answered || !since ? "" : since.replace("{time}", last.toLocaleTimeString(locale, { timeStyle: "short" }));
    schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    const every = find("[data-live]")?.dataset.every;
    if (every) timer = setTimeout(poll, SECOND * (document.hidden ? HIDDEN : every));
  };

  const send = async (address, body, form) => {
    try {
      const response = await fetch(address, { method: "POST", body });
      const page = await read(response);
      form.removeAttribute("aria-busy");
      if (response.redirected) history.replaceState(null, "", response.url);
      etag = null;
      show(page);
      if (!document.activeElement.matches(FIELD)) document.dispatchEvent(new Event("view"));
      schedule();
    } catch {
      // Another script sends it until it arrives.
      const again = Object.assign(document.createElement("form"), { method: "post", action: address, hidden: true });
      for (const [name, value] of body) again.append(Object.assign(document.createElement("input"), { name, value }));
      document.body.append(again);
      again.requestSubmit();
    }
  };
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!("inPlace" in form.dataset)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Names may follow one another quickly; any other form is sent once.
    if (form.hasAttribute("aria-busy") && !document.activeElement.matches(FIELD)) return submitter?.dispatchEvent(new Event("ignored"));
    const body = new URLSearchParams(new FormData(form));
    if (submitter?.name) body.append(submitter.name, submitter.value);
    const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
    form.reset();
    form.setAttribute("aria-busy", "true");
    sending = sending.then(() => send(address, body, form));
  }, true);

  // Enter goes on to the next number.
  document.addEventListener("keydown", (event) => {
    const fields = [...document.querySelectorAll("[data-numbers] .slot__field")];
    const next = event.key === "Enter" && fields.includes(event.target) && fields[fields.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault();
    next.select();
  });
  for (const kind of ["pointerdown", "pointerup", "pointercancel"]) {
    document.addEventListener(kind, () => { pressed = kind === "pointerdown"; }, true);
  }
  document.addEventListener("visibilitychange", () => (document.hidden ? schedule() : poll()));
  addEventListener("pageshow", ({ persisted }) => { if (persisted) poll(); });
  schedule();
}

// The key that prints a sheet.
for (const key of document.querySelectorAll("[data-print]")) {
  key.hidden = false;
  key.addEventListener("click", () => print());
}
