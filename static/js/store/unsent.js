// Sends what was complete but is still only on this phone, from whatever page is open. The home page says what waits.
const PAUSE = 3000;
const TIMEOUT = 20000;
const QUIET = 1000;
const TO_DECIDE = [409, 422];
const BUSY_ANSWERS = [408, 425, 429];

const place = document.querySelector("[data-live]")?.dataset.live;
const template = document.getElementById("waits");
const isHere = ({ action }) => Boolean(place) && action.startsWith(`${place}/`);
let tryNow = () => {};

const post = ({ action, body }) => {
  const filled = new URLSearchParams(body);
  const token = document.querySelector("[name=csrf_token]");
  if (token) filled.set("csrf_token", token.value);
  return fetch(action, {
    method: "POST",
    body: filled,
    headers: { "X-Sent-By": "script" },
    redirect: "manual",
    signal: AbortSignal.timeout?.(TIMEOUT),
  });
};

// Lets the server say why it was not saved, and what else is.
const submit = ({ action, body }) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
  for (const [name, value] of new URLSearchParams(body)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
};

const pause = () => new Promise((resolve) => {
  tryNow = resolve;
  setTimeout(resolve, PAUSE);
  addEventListener("online", resolve, { once: true });
});

// Shows an entry once; returns its card on the home page.
const tell = (one) => {
  if (isHere(one.entry)) document.dispatchEvent(new CustomEvent("notice", { detail: [one.entry.waiting] }));
  if (!template || one.card) return;
  const match = one.entry.action.replace(/\/[^/]*$/, "");
  const card = template.content.firstElementChild.cloneNode(true);
  const sides = document.querySelector(`a.card[href="${match}"] .card__sides`);
  card.querySelector("[data-told]").textContent = one.entry.waiting;
  if (sides) card.querySelector("p").after(sides.cloneNode(true));
  card.querySelector("a").href = match;
  card.querySelector("[data-again]").addEventListener("click", () => tryNow());
  card.querySelector("[data-drop]").addEventListener("click", async () => {
    await remove("typed", one.key);
    card.remove();
  });
  template.before(card);
  one.card = card;
};

const update = ({ card, isRefused }) => {
  if (!card) return;
  const tried = card.querySelector("[data-tried]");
  const time = new Date().toLocaleTimeString(tried.dataset.locale, { timeStyle: "medium" });
  tried.textContent = tried.dataset.tried.replace("{time}", time);
  card.querySelector("[data-again]").hidden = isRefused;
  card.querySelector("[data-drop]").hidden = !isRefused;
};

// Returns whether it is settled: saved, or refused for good.
const sendOne = async (one) => {
  let status = 0;
  try {
    ({ status } = await post(one.entry));
  } catch {
    // No answer: it waits.
  }
  if (status === 201) {
    await remove("typed", one.key);
    if (template || isHere(one.entry)) location.replace(place ?? location.href);
    return true;
  }
  if (TO_DECIDE.includes(status) && isHere(one.entry)) {
    submit(one.entry);
    return true;
  }
  one.isRefused = status >= 400 && status < 500 && !BUSY_ANSWERS.includes(status);
  tell(one);
  update(one);
  return one.isRefused;
};

const sendWaiting = async (own) => {
  let waiting = (await list("typed"))
    .filter(([key, { waiting: about }]) => about && !own.has(key))
    .map(([key, entry]) => ({ key, entry }));
  const late = setTimeout(() => waiting.forEach(tell), QUIET);
  for (;;) {
    const left = [];
    for (const one of waiting) if (!await sendOne(one)) left.push(one);
    clearTimeout(late);
    waiting = left;
    if (!waiting.length) return;
    await pause();
  }
};

const start = async () => {
  const restored = await Promise.all(forms.map(restore));
  await cleanUp();
  await sendWaiting(new Set(forms.filter((_, index) => restored[index]).map(({ dataset }) => dataset.keep)));
};
start().catch(() => {});

// The offline page goes on as soon as the server answers.
if (document.querySelector("[data-offline]")) {
  const look = () => fetch(location.href, { method: "HEAD", cache: "no-store" }).then(() => location.reload(), () => {});
  setInterval(look, PAUSE);
  addEventListener("online", look);
}
