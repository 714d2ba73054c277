// Sends what is only on this phone, from whatever page is open: entries made without the server, in
// order, and forms that were complete.
import { makeForm } from "../common/made_form.js";
import { ask } from "./ask.js";
import { isHere, showAnew, showDot, tell, update } from "./cards.js";
import { change, list, read, remove, ROOT } from "./database.js";
import { hasForm, restoreForms } from "./forms.js";

const DELAYS = [3, 6, 12];
const QUIET = 1000;
const MOST_ENTRIES = 52;
const TO_DECIDE = [409, 422];
const BUSY_ANSWERS = [408, 425, 429];

// Takes news of an outbox; returns whether the page takes care of what comes next.
let follow = () => false;
export const watchOutbox = (use) => { follow = use; };
const channel = window.BroadcastChannel && new BroadcastChannel(`scorekeeper${ROOT}`);
if (channel) channel.onmessage = ({ data }) => follow(data);

const isRefusal = (status) => status >= 400 && !BUSY_ANSWERS.includes(status);

const fetchToken = async () => (await (await ask(`${ROOT}token`)).json()).csrf_token;

export const post = async (action, body) => {
  const submit = (token) => {
    const filled = new URLSearchParams(body);
    filled.set("csrf_token", token);
    return ask(action, { method: "POST", body: filled, redirect: "manual" });
  };
  const token = document.querySelector("[name=csrf_token]")?.value;
  let answer = await submit(token ?? await fetchToken());
  // A token belongs to a session: the phone may have joined again since this page was opened.
  if (token && answer?.status === 400) {
    const fresh = await fetchToken();
    for (const field of document.getElementsByName("csrf_token")) field.value = fresh;
    answer = await submit(fresh);
  }
  return answer?.status < 500 ? answer : null;
};

// Changes the outbox of a match, here and in other tabs of this phone.
export const changeOutbox = async (id, next, form) => {
  const box = await change("outbox", id, (now) => {
    const value = next(now);
    return value && (value === now ? now : { ...value, v: 1, rev: (now?.rev ?? 0) + 1 });
  }, form);
  channel?.postMessage({ id, box });
  return box;
};

// Gives what is left to the match that the server has under another id, and shows that match.
export const moveOutbox = async (one, id, left) => {
  const add = (now) => (now ? { ...now, entries: [...now.entries, ...left.entries] } : left);
  if (left) await changeOutbox(id, add);
  await changeOutbox(one.key, () => null);
  follow({ id: one.key, isMoved: true });
  showAnew(one, `${ROOT}matches/${id}`);
};

// Sends what waits; returns whether it is settled: saved, or refused for good.
const sendForm = async (one) => {
  const { status = 0 } = await post(one.form.action, one.form.body).catch(() => null) ?? {};
  if (status === 201) {
    await remove("typed", one.key);
    showAnew(one);
    return true;
  }
  if (TO_DECIDE.includes(status) && isHere(one)) {
    // Lets the server say why it was not saved, and what else is.
    makeForm(one.form.action, one.form.body).submit();
    return true;
  }
  tell(one, send);
  update(one, isRefusal(status));
  return isRefusal(status);
};

// An entry that was tried may be saved, whatever the answer: it stays, and an undo follows it.
const markTried = (id) => changeOutbox(id, (box) => box && {
  ...box,
  entries: box.entries.map((entry, index) => (
    index < MOST_ENTRIES ? { ...entry, tried: true } : entry
  )),
});

// Removes what is saved. If something else was saved behind it, all entries are sent again.
const settle = (one, keys, { version, base }) => changeOutbox(one.key, (box) => {
  if (box?.entries[0]?.key !== keys[0]) return box;
  const entries = box.entries.slice(keys.length);
  if (!entries.length) return null;
  const isNext = version === box.base.version + keys.length;
  return isNext ? { ...box, at: Date.now(), base, before: null, taken: null, entries } : box;
});

const postEntries = (one, { base }, some) => {
  const entries = some.map(({ key, says, at, was }) => ({ key, says, age: Date.now() - at, was }));
  const action = some[0].says.fact === "start" ? `${ROOT}outbox` : `${one.match}/outbox`;
  const about = { v: 1, base: base.version, standings: base.standings, entries };
  return post(action, { outbox: JSON.stringify(about) }).catch(() => null);
};

const refuse = async (one, answer) => {
  const state = { sentence: answer.sentence };
  const box = await changeOutbox(one.key, (now) => now && { ...now, state });
  // People may have given it up in the meantime.
  if (!box) return true;
  follow({ id: one.key, box, answer });
  tell(one, send);
  update(one, true);
  return true;
};

const goOn = async (one, keys, reply, known) => {
  const { key: id } = one;
  const saved = (!reply.base.over && known.extended) || known.saved;
  const box = await settle(one, keys, reply);
  // A cold start goes on from here, whatever page sent it.
  await change("matches", id, (kept) => kept && {
    ...kept, base: reply.base, before: null, at: Date.now(),
  }).catch(() => {});
  if (reply.id && reply.id !== id) {
    await moveOutbox(one, reply.id, box);
  } else if (!box) {
    sessionStorage.setItem("saved", saved ?? "");
    if (!follow({ id, base: reply.base, saved })) showAnew(one);
  } else {
    return box.entries[0].key !== keys[0] && sendEntries(one);
  }
  return true;
};

// Sends the first entries, and then the others; returns whether all are settled.
const sendEntries = async (one) => {
  const { key: id } = one;
  // What was undone since it was read is not sent.
  const box = await markTried(id);
  follow({ id, box, isSending: Boolean(box) });
  if (!box) return true;
  const some = box.entries.slice(0, MOST_ENTRIES);
  const answer = await postEntries(one, box, some);
  const { status = 0 } = answer ?? {};
  if (status === 200) return goOn(one, some.map(({ key }) => key), await answer.json(), box);
  if (isRefusal(status)) return refuse(one, await answer.json().catch(() => ({})));
  follow({ id, box });
  tell(one, send);
  update(one, false);
  return false;
};

const find = async () => [
  ...(await list("typed"))
    .filter(([key, { waiting }]) => waiting && !hasForm(key))
    .map(([key, form]) => (
      { key, form, waiting: form.waiting, match: form.action.replace(/\/[^/]*$/, "") }
    )),
  // What a newer release stored waits for its pages.
  ...(await list("outbox")).filter(([, { v }]) => v === 1)
    .sort(([, { started }], [, other]) => started - other.started)
    .map(([key, box]) => ({ key, box, waiting: box.waiting, match: `${ROOT}matches/${key}` })),
];

let sending = null;
let timer = 0;
let tries = 0;
let lastTry = 0;
const retryLater = () => {
  timer = setTimeout(send, DELAYS[Math.min(tries, DELAYS.length - 1)] * 1000);
  tries += 1;
};
const sendAll = async () => {
  clearTimeout(timer);
  timer = 0;
  lastTry = Date.now();
  const all = await find();
  const hint = setTimeout(() => all.forEach((one) => tell(one, send)), QUIET);
  showDot(all);
  const settled = [];
  for (const one of all) settled.push(await (one.box ? sendEntries(one) : sendForm(one)));
  clearTimeout(hint);
  if (settled.every(Boolean)) tries = 0;
  else retryLater();
};
// On a slow phone, reading what waits may take too long.
export const send = () => {
  sending ??= sendAll().catch(retryLater).finally(() => { sending = null; });
  return sending;
};

// A phone without access to a match keeps only what it has not sent.
const forgetLost = async () => {
  const isLost = document.querySelector("[data-lost]");
  const id = isLost && location.pathname.match(/\/matches\/([^/]+)/)?.[1];
  if (id && !await read("outbox", id)) await remove("matches", id);
};

const start = async () => {
  await forgetLost();
  await restoreForms();
};
start().catch(() => {}).then(send);
addEventListener("online", send);
document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });
document.addEventListener("click", () => {
  if (timer && Date.now() - lastTry > DELAYS[0] * 1000) send();
});
