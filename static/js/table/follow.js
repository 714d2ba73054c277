// Keeps pages of a running match current while they are visible: polls for changes and replaces what has changed.
// While something is being entered, nothing is replaced; a line says what happened.
{
  const SECOND = 1000;
  const HIDDEN = 60;
  const QUIET = 8 * SECOND;
  const PATIENCE = 15 * SECOND;
  const WATCHED = ["watch", "board"];
  const find = (selector, page = document) => page.querySelector(selector);
  const place = (page) => find("[data-live]", page);
  let seen = null;
  let asking = false;
  let pressed = false;
  let timer = 0;
  let quiet = 0;

  const rename = (old, fresh) => {
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
    rename(old, fresh);
    from.forEach((child, at) => renew(child, to[at]));
  };

  const say = (told) => {
    const turn = find(".bar__turn");
    const [status, usual] = turn.children;
    clearTimeout(quiet);
    status.textContent = told;
    usual.classList.toggle("hidden", Boolean(told));
    if (told) quiet = setTimeout(say, QUIET, "");
  };

  const show = (page, told) => {
    const held = document.activeElement;
    const about = held.closest("[id]")?.id;
    for (const { id } of document.querySelectorAll("details[open][id]")) page.getElementById(id)?.setAttribute("open", "");
    document.title = page.title;
    const [status, usual] = find(".bar__turn").children;
    renew(usual, find(".bar__turn", page).children[1]);
    renew(find(".bar__title"), find(".bar__title", page));
    for (const part of [".bar__back", ".bar__actions", "main"]) renew(find(part), find(part, page));
    if (!held.isConnected && about) find(held.tagName, document.getElementById(about) ?? document)?.focus({ preventScroll: true });
    if (told) say(told);
    else if (!status.textContent) usual.classList.remove("hidden");
  };

  const tell = (told) => {
    const line = find(".news");
    if (!line) return;
    line.hidden = !told;
    line.firstElementChild.textContent = told;
  };

  const follow = (page) => {
    const [old, fresh] = [place().dataset, place(page).dataset];
    if (fresh.follow && !("follow" in old)) return location.assign(fresh.follow);
    const told = fresh.version !== old.version ? fresh.news : fresh.queries !== old.queries ? fresh.queries : "";
    if (WATCHED.includes(old.view) || !("keeps" in old)) return show(page, told);
    if (!["play", "over"].includes(old.view)) {
      tell(told);
    } else if (fresh.view !== old.view) {
      // The next entry has scripts of its own.
      location.replace(old.live);
    } else {
      show(page, told);
    }
  };

  const isTouched = () => pressed || find("form[aria-busy], .menu[open], .rotate[open]");
  const ask = async () => {
    const { live, shown, view } = place().dataset;
    const known = seen ? { "If-None-Match": seen } : {};
    const answer = await fetch(live, { headers: known, cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE) });
    if (answer.status === 304 || isTouched()) return;
    const page = answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    if (page && place(page)) {
      const isNew = seen !== null || place(page).dataset.shown !== shown;
      if (isTouched()) return;
      seen = answer.headers.get("ETag");
      if (isNew) follow(page);
    } else if ((page || answer.status === 404) && WATCHED.includes(view)) {
      // The match was deleted, or this phone lost access: the page says so.
      location.reload();
    }
  };

  const wait = () => {
    clearTimeout(timer);
    const every = Number(place()?.dataset.every);
    if (every) timer = setTimeout(look, SECOND * (document.hidden ? HIDDEN : every));
  };
  const look = async () => {
    if (asking || !Number(place()?.dataset.every)) return;
    asking = true;
    try {
      await ask();
    } catch {
      // Without a network the page stays as it is and polls again.
    }
    asking = false;
    wait();
  };

  if (place()) {
    for (const kind of ["pointerdown", "pointerup", "pointercancel"]) {
      document.addEventListener(kind, () => { pressed = kind === "pointerdown"; }, true);
    }
    document.addEventListener("visibilitychange", () => (document.hidden ? wait() : look()));
    addEventListener("pageshow", ({ persisted }) => { if (persisted) look(); });
    wait();
  }
}
