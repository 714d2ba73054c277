// Keeps pages of a running match current while they are visible: polls for changes and replaces what has changed.
// While something is being entered, nothing is replaced; a line says what happened.
{
  const SECOND = 1000;
  const HIDDEN = 60;
  const QUIET = 8 * SECOND;
  const TIMEOUT = 8 * SECOND;
  const WATCHED = ["watch", "board"];
  const find = (selector, page = document) => page.querySelector(selector);
  const place = (page) => find("[data-live]", page);
  let etag = null;
  let polling = false;
  let pressed = false;
  let timer = 0;
  let quiet = 0;

  const copyAttributes = (old, fresh) => {
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  };
  // Replaces only what differs, so that what is open, scrolled to or focused stays.
  const renew = (old, fresh) => {
    if (old.isEqualNode(fresh)) return;
    const [from, to] = [[...old.childNodes], [...fresh.childNodes]];
    if (old.nodeName !== fresh.nodeName || old.id !== fresh.id || from.length !== to.length || !from.length) {
      old.replaceWith(fresh);
      return;
    }
    copyAttributes(old, fresh);
    from.forEach((child, at) => renew(child, to[at]));
  };

  const showStatus = (message) => {
    const turn = find(".bar__turn");
    const [status, usual] = turn.children;
    clearTimeout(quiet);
    status.className = "";
    status.textContent = message;
    usual.classList.toggle("hidden", Boolean(message));
    if (message) quiet = setTimeout(showStatus, QUIET, "");
  };

  const show = (page, message) => {
    const focused = document.activeElement;
    const focusedId = focused.closest("[id]")?.id;
    for (const { id } of document.querySelectorAll("details[open][id]")) page.getElementById(id)?.setAttribute("open", "");
    document.title = page.title;
    const [status, usual] = find(".bar__turn").children;
    renew(usual, find(".bar__turn", page).children[1]);
    for (const part of [".bar__title", ".bar__back", ".bar__actions", "main"]) renew(find(part), find(part, page));
    if (!focused.isConnected && focusedId) find(focused.tagName, document.getElementById(focusedId) ?? document)?.focus({ preventScroll: true });
    if (message) showStatus(message);
    else if (!status.textContent) usual.classList.remove("hidden");
  };

  const showNews = (message) => {
    const line = find(".news");
    if (!line) return;
    line.hidden = !message;
    line.firstElementChild.textContent = message;
  };

  const follow = (page) => {
    const [old, fresh] = [place().dataset, place(page).dataset];
    if (fresh.follow && !("follow" in old)) return location.assign(fresh.follow);
    if ([old.view, fresh.view].includes("waiting")) return location.replace(fresh.live);
    const message = fresh.version !== old.version ? fresh.news : fresh.queries !== old.queries ? fresh.queries : "";
    if (WATCHED.includes(old.view) || !("keeps" in old)) return show(page, message);
    if (!["play", "over"].includes(old.view)) {
      showNews(message);
    } else if (fresh.view !== old.view) {
      document.dispatchEvent(new CustomEvent("exchange", { detail: page }));
    } else {
      show(page, message);
    }
  };

  const isTouched = () => pressed || find("form[aria-busy], .menu[open], .rotate[open], [data-away]");
  // Returns whether the server answered; an error page of a proxy is no answer.
  const fetchPage = async () => {
    const asked = place();
    const { live, shown, view } = asked.dataset;
    const headers = etag ? { "If-None-Match": etag } : {};
    const response = await fetch(live, { headers, cache: "no-store", signal: AbortSignal.timeout?.(TIMEOUT) });
    if (response.status === 304) return true;
    const page = response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
    // Since then a save has shown something newer.
    if (!asked.isConnected) return true;
    if (page && place(page)) {
      const isNew = etag !== null || place(page).dataset.shown !== shown;
      if (!isTouched()) {
        etag = response.headers.get("ETag");
        if (isNew) follow(page);
      }
      return true;
    }
    if ((page || response.status === 404) && WATCHED.includes(view)) {
      // The match was deleted, or this phone lost access: the page says so.
      location.reload();
    }
    return false;
  };

  // The answer to a save is the next view. The message that it is saved is only read aloud.
  document.addEventListener("sent", (event) => {
    const response = event.detail;
    if (event.defaultPrevented || !response.headers.has("ETag")) return;
    const page = new DOMParser().parseFromString(response.page, "text/html");
    const [status] = find(".bar__turn", page).children;
    // If there is no view, an error ends this, and the page is loaded.
    event.preventDefault();
    // Something newer may be shown by now.
    if (!event.target.isConnected) return;
    if (!status.textContent) {
      status.className = "hidden";
      status.textContent = decodeURIComponent(response.headers.get("X-Message") ?? "");
    }
    if (location.search || location.hash) history.pushState(null, "", response.headers.get("Location"));
    etag = response.headers.get("ETag");
    document.dispatchEvent(new CustomEvent("exchange", { detail: page }));
  });

  const schedule = () => {
    clearTimeout(timer);
    const every = Number(place()?.dataset.every);
    if (every) timer = setTimeout(poll, SECOND * (document.hidden ? HIDDEN : every));
  };
  const poll = async () => {
    if (polling || !Number(place()?.dataset.every)) return;
    polling = true;
    // Without a network the page stays as it is and polls again.
    const answered = await fetchPage().catch(() => false);
    document.dispatchEvent(new CustomEvent("polled", { detail: answered }));
    polling = false;
    schedule();
  };

  if (place()) {
    for (const kind of ["pointerdown", "pointerup", "pointercancel"]) {
      document.addEventListener(kind, () => { pressed = kind === "pointerdown"; }, true);
    }
    document.addEventListener("visibilitychange", () => (document.hidden ? schedule() : poll()));
    addEventListener("pageshow", ({ persisted }) => { if (persisted) poll(); });
    addEventListener("online", poll);
    document.addEventListener("view", schedule);
    schedule();
  }
}
