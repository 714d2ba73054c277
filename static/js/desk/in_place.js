// Sends keys that only fill in a form to the server, and replaces only the parts that differ: the
// focus stays. The form is kept on this phone until it is saved.
import { encode } from "../common/forms.js";
import { parsePage } from "../common/page.js";
import { renew } from "../common/renew.js";

const DAY = 24 * 60 * 60 * 1000;
const findForm = (page = document) => page.querySelector("form[data-module=in-place]");
const key = findForm()?.dataset.kept ?? "in-place";
const store = findForm() && import(document.getElementById("notice").dataset.store);
let queue = Promise.resolve();
let waiting = 0;

// Fails silently without storage.
const storage = (use) => store.then(use).catch(() => {});
let restored;
const keep = (form, about) => {
  const draft = { v: 1, body: String(encode(form)), at: Date.now(), ...about };
  // What was kept is read first.
  storage(async ({ write }) => {
    await restored;
    return write("typed", key, draft);
  });
};

const show = (fresh, before) => {
  const form = findForm();
  // What was typed since the request stays.
  for (const [name, value] of encode(form)) {
    const same = fresh.elements[name] ?? {};
    if (value !== before.get(name) && same.type !== "hidden") same.value = value;
  }
  const notice = form.querySelector(".notice");
  if (notice) {
    notice.textContent = "";
    document.body.append(notice);
  }
  const open = [...form.querySelectorAll("details[open]")].map((more) => more.ariaLabel);
  for (const more of fresh.querySelectorAll("details")) more.open ||= open.includes(more.ariaLabel);
  const values = [...fresh.elements].map(({ value, checked }) => ({ value, checked }));
  renew(form, fresh);
  [...form.elements].forEach((field, index) => Object.assign(field, values[index]));
  const next = document.activeElement === document.body && form.querySelector("[data-next]");
  if (next) {
    next.dataset.brought = "";
    next.focus({ preventScroll: true });
  }
  keep(form);
};

const replaceForm = async (address, body, before = encode(findForm())) => {
  const response = await fetch(address, { method: "POST", body });
  const fresh = findForm(parsePage(await response.text()));
  if (!fresh) throw new Error("no form");
  show(fresh, before);
};

const fillIn = async (form, submitter) => {
  try {
    const address = submitter.getAttribute("formaction") || form.action;
    await replaceForm(address, encode(form, submitter));
  } catch {
    form.dataset.module = "";
    form.requestSubmit(submitter.isConnected ? submitter : null);
  }
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
  queue = queue.then(() => {
    waiting -= 1;
    return fills ? fillIn(findForm(), submitter) : findForm().requestSubmit();
  });
}, true);

const restore = async (form) => {
  const before = encode(form);
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
  if (started) findForm().dispatchEvent(new CustomEvent("notice", { bubbles: true, detail }));
};

const form = findForm();
// The server's response to the form is newer than what was kept.
if (form && "given" in form.dataset) {
  keep(form);
} else if (form) {
  // What is tapped until then follows it.
  waiting += 1;
  restored = restore(form).finally(() => { waiting -= 1; });
  queue = restored;
}
document.addEventListener("input", ({ target }) => {
  if (target.form && target.form === findForm()) keep(target.form);
});
document.addEventListener("saved", ({ target, detail }) => {
  if (target === findForm()) detail.push(storage(({ remove }) => remove("typed", key)));
}, true);
addEventListener("submit", ({ target, defaultPrevented }) => {
  if (target === findForm()) keep(target, { sent: !defaultPrevented, started: true });
});
