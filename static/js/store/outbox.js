// Sends what is only on this phone, from whatever page is open: entries made without the server, in order, each with
// its own key, and forms that were complete. Only an answer with our header counts: a hotel's sign-in page is not us.
const DELAYS = [3, 6, 12];
const TIMEOUT = 20000;
const QUIET = 1000;
const SHOWN = 8000;
const MOST_ENTRIES = 52;
const TO_DECIDE = [409, 422];
const BUSY_ANSWERS = [408, 425, 429];

const template = document.getElementById("waits");
const cards = new Map();
// Forms of this page that were kept for another version of the match. The page sends its other forms itself.
const misfits = new Set();
const channel = window.BroadcastChannel && new BroadcastChannel(`scorekeeper${ROOT}`);
const isHere = ({ match }) => (document.querySelector("[data-live]")?.dataset.live ?? location.pathname) === match;
const announce = (detail) => document.dispatchEvent(new CustomEvent("outbox", { detail, cancelable: true }));
if (channel) channel.onmessage = ({ data }) => announce(data);

// Changes the outbox of a match, here and in other tabs of this phone.
export const changeOutbox = async (id, next, form) => {
  const box = await change("outbox", id, (now) => {
    const value = next(now);
    return value && (value === now ? now : { ...value, v: 1, rev: (now?.rev ?? 0) + 1 });
  }, form);
  channel?.postMessage({ id, box });
  return box;
};

// Returns an answer of ours, or nothing.
export const post = async (action, body) => {
  const signal = AbortSignal.timeout?.(TIMEOUT);
  const submit = (token) => {
    const filled = new URLSearchParams(body);
    filled.set("csrf_token", token);
    return fetch(action, { method: "POST", body: filled, headers: { "X-Sent-By": "script" }, redirect: "manual", signal });
  };
  const fetchToken = async () => (await (await fetch(`${ROOT}token`, { signal })).json()).csrf_token;
  const token = document.querySelector("[name=csrf_token]")?.value;
  let answer = await submit(token ?? await fetchToken());
  // A token belongs to a session: the phone may have joined again since this page was opened.
  if (token && answer.status === 400) {
    const fresh = await fetchToken();
    for (const field of document.getElementsByName("csrf_token")) field.value = fresh;
    answer = await submit(fresh);
  }
  return answer.headers.has("X-Scorekeeper") && answer.status < 500 ? answer : null;
};

// Lets the server say why a form was not saved, and what else is.
const showAnswer = ({ action, body }) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
  for (const [name, value] of new URLSearchParams(body)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
};

// Shows what waits once; returns its card on the home page.
const tell = (one) => {
  if (isHere(one) && !one.box) document.dispatchEvent(new CustomEvent("notice", { detail: [one.waiting] }));
  if (!template || cards.has(one.match)) return;
  const card = template.content.firstElementChild.cloneNode(true);
  const sides = document.querySelector(`a.card[href="${one.match}"] .card__sides`);
  card.querySelector("[data-told]").textContent = one.waiting;
  if (sides) card.querySelector("p").after(sides.cloneNode(true));
  card.querySelector("a").href = one.match;
  card.querySelector("[data-again]").addEventListener("click", send);
  card.querySelector("[data-drop]").addEventListener("click", async () => {
    await remove("typed", one.key);
    card.remove();
  });
  cards.set(one.match, card);
  template.before(card);
};

const update = ({ match, box }, isRefused) => {
  const card = cards.get(match);
  if (!card) return;
  const tried = card.querySelector("[data-tried]");
  const time = new Date().toLocaleTimeString(tried.dataset.locale, { timeStyle: "medium" });
  tried.textContent = tried.dataset.tried.replace("{time}", time);
  tried.hidden = isRefused && box;
  card.querySelector("[data-why]").hidden = !(isRefused && box);
  card.querySelector("[data-again]").hidden = isRefused;
  card.querySelector("[data-drop]").hidden = !isRefused || box;
};

const showAnew = (one, address = one.match) => {
  if (template || isHere(one)) location.replace(isHere(one) ? address : location.href);
};

// Gives what is left to the match that the server has under another id, and shows that match.
export const moveOutbox = async (one, id, left) => {
  if (left) await changeOutbox(id, (now) => (now ? { ...now, entries: [...now.entries, ...left.entries] } : left));
  await changeOutbox(one.key, () => null);
  announce({ id: one.key });
  showAnew(one, `${ROOT}matches/${id}`);
};

// Returns whether it is settled: saved, or refused for good.
const sendForm = async (one) => {
  const { status = 0 } = await post(one.form.action, one.form.body).catch(() => null) ?? {};
  if (status === 201) {
    await remove("typed", one.key);
    showAnew(one);
    return true;
  }
  if (TO_DECIDE.includes(status) && isHere(one)) {
    showAnswer(one.form);
    return true;
  }
  const isRefused = status >= 400 && !BUSY_ANSWERS.includes(status);
  tell(one);
  update(one, isRefused);
  return isRefused;
};

// An entry that was tried may be saved, whatever the answer: it stays, and an undo follows it.
const markTried = (id) => changeOutbox(id, (box) => box && {
  ...box,
  entries: box.entries.map((entry, index) => (index < MOST_ENTRIES ? { ...entry, tried: true } : entry)),
});

// Removes what is saved. If something else was saved behind it, all entries are sent again and answered by that.
const settle = (one, keys, { version, base }) => changeOutbox(one.key, (box) => {
  if (box?.entries[0]?.key !== keys[0]) return box;
  const entries = box.entries.slice(keys.length);
  if (!entries.length) return null;
  return version === box.base.version + keys.length ? { ...box, at: Date.now(), base, before: null, taken: null, entries } : box;
});

const sendEntries = async (one) => {
  let { key: id, box } = one;
  announce({ id, box, isSending: true });
  for (;;) {
    // What was undone since it was read is not sent.
    box = await markTried(id);
    if (!box) {
      announce({ id });
      return true;
    }
    const some = box.entries.slice(0, MOST_ENTRIES);
    const keys = some.map(({ key }) => key);
    const { version, standings } = box.base;
    const entries = some.map(({ key, says, at, was }) => ({ key, says, age: Date.now() - at, was }));
    const action = some[0].says.fact === "start" ? `${ROOT}outbox` : `${one.match}/outbox`;
    const answer = await post(action, { outbox: JSON.stringify({ v: 1, base: version, standings, entries }) }).catch(() => null);
    const { status = 0 } = answer ?? {};
    const isRefused = status >= 400 && !BUSY_ANSWERS.includes(status);
    if (status !== 200 && !isRefused) {
      announce({ id, box });
      tell(one);
      update(one, false);
      return false;
    }
    const reply = await answer.json().catch(() => ({}));
    if (isRefused) {
      const { reason, code, sentence, entry } = reply;
      box = await changeOutbox(id, (now) => now && { ...now, state: { status, reason, code, sentence, entry } });
      announce({ id, box, answer: reply });
      tell(one);
      update(one, true);
      return true;
    }
    const { saved } = box;
    box = await settle(one, keys, reply);
    // A cold start goes on from here, whatever page sent it.
    await change("matches", id, (kept) => kept && { ...kept, base: reply.base, before: null, at: Date.now() }).catch(() => {});
    if (reply.id && reply.id !== id) {
      await moveOutbox(one, reply.id, box);
      return true;
    }
    if (!box) {
      sessionStorage.setItem("saved", saved ?? "");
      if (announce({ id, base: reply.base, saved })) showAnew(one);
      return true;
    }
    if (box.entries[0].key === keys[0]) return false;
  }
};

const find = async () => [
  ...(await list("typed")).filter(([key, { waiting }]) => waiting && (misfits.has(key) || !forms.some(({ dataset }) => dataset.keep === key)))
    .map(([key, form]) => ({ key, form, waiting: form.waiting, match: form.action.replace(/\/[^/]*$/, "") })),
  // What a newer release stored waits for its pages.
  ...(await list("outbox")).filter(([, { v }]) => v === 1).sort(([, { started }], [, other]) => started - other.started)
    .map(([key, box]) => ({ key, box, waiting: box.waiting, match: `${ROOT}matches/${key}` })),
];

// A dot in the bar leads to what is only on this phone.
const showDot = (isShown) => {
  const { dataset: { unsent, label } } = document.getElementById("notice");
  document.querySelector(".bar__unsent")?.remove();
  const dot = Object.assign(document.createElement("a"), { className: "bar__action bar__unsent", href: unsent, ariaLabel: label });
  if (isShown) document.querySelector(".bar__text").after(dot);
};

// Sends everything once; what gets no answer is sent again later.
let sending;
let timer = 0;
let tries = 0;
let lastTry = 0;
const retryLater = () => { timer = setTimeout(send, DELAYS[Math.min(tries++, DELAYS.length - 1)] * 1000); };
const sendAll = async () => {
  clearTimeout(timer);
  timer = 0;
  lastTry = Date.now();
  const all = await find();
  const hint = setTimeout(() => all.forEach(tell), QUIET);
  // On the page of a match, its own line leads there.
  showDot(all.length && !all.some(isHere) && !document.querySelector("[data-shell]"));
  const settled = [];
  for (const one of all) settled.push(await (one.box ? sendEntries(one) : sendForm(one)));
  clearTimeout(hint);
  if (settled.every(Boolean)) tries = 0;
  else retryLater();
};
export function send() {
  // On a slow phone, reading what waits may take too long.
  sending ??= sendAll().catch(retryLater).finally(() => { sending = null; });
  return sending;
}

// The page that is loaded then says for a while what was saved.
const showSaved = () => {
  const saved = sessionStorage.getItem("saved");
  const [line, usual] = document.querySelectorAll(":is(.bar__turn, .status) > *");
  sessionStorage.removeItem("saved");
  if (!saved || !line || line.textContent.trim()) return;
  const show = (text) => {
    line.replaceChildren(...(text ? [Object.assign(document.createElement(usual ? "span" : "p"), { textContent: text })] : []));
    (usual ?? line.parentElement).classList.toggle(usual ? "hidden" : "status--saved", Boolean(text));
  };
  show(saved);
  setTimeout(show, SHOWN, "");
};

// A phone without access to a match keeps only what it has not sent.
const forgetLost = async () => {
  const id = document.querySelector("[data-lost]") && location.pathname.match(/\/matches\/([^/]+)/)?.[1];
  if (id && !await read("outbox", id)) await remove("matches", id);
};

const start = async () => {
  await forgetLost();
  const restored = await Promise.all(forms.map(restore));
  await cleanUp();
  for (const [index, form] of forms.entries()) {
    if (!restored[index] && await kept.get(form)) misfits.add(form.dataset.keep);
  }
};
start().catch(() => {}).then(send);
showSaved();
addEventListener("online", send);
document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });
document.addEventListener("click", () => { if (timer && Date.now() - lastTry > DELAYS[0] * 1000) send(); });

// What a match needs to go on without the server comes last: on a phone's first visit with the second view, or as soon as
// nobody has tapped for a while.
const IDLE = 3000;
const LATEST = 1000;
const prepare = () => {
  const { offline } = document.getElementById("notice").dataset;
  const run = window.requestIdleCallback ?? ((load) => setTimeout(load));
  if (offline && document.querySelector("[data-skeletons]")) run(() => import(offline).catch(() => {}), { timeout: LATEST });
};
const prepareOnceIdle = () => {
  let idle;
  const wait = () => {
    clearTimeout(idle);
    idle = setTimeout(prepare, IDLE);
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wait);
  wait();
};
const prepareAtOnce = () => list("matches").catch(() => {}).then(() => (isFirstVisit ? prepareOnceIdle() : prepare()));
document.addEventListener("view", prepare);
if (document.readyState === "complete") prepareAtOnce();
else addEventListener("load", prepareAtOnce);
