// Keeps what was typed in a form until it is saved. After a reload or a dead browser it is there
// again with its old key, so that the server stores it once. A complete form is sent again.
import { encode } from "../common/forms.js";
import { list, read, remove, write } from "./database.js";

const KEPT_FOR = 30 * 24 * 60 * 60 * 1000;
const UNTYPED = ["hidden", "password", "submit", "file"];
const touched = new Set();
// A form without an answer, and whether this phone cannot keep it.
let unanswered = null;
let isRefused = false;

const isBox = (field) => ["radio", "checkbox"].includes(field.type);
const part = (field) => (isBox(field) ? "checked" : "value");
const fields = (form) => [...form.elements]
  .filter((field) => field.name && ("typed" in field.dataset || !UNTYPED.includes(field.type)));
const isChanged = (field) => (isBox(field) ? field.checked !== field.defaultChecked
  : "defaultValue" in field && field.value !== field.defaultValue);
const nameIn = (form, field) => `${form.dataset.keep} ${field.name}`;

// What is tapped while this is read is written after it.
const kept = new WeakMap();
let forms = [];
let names = new Set();
const findForms = () => {
  forms = [...document.querySelectorAll("form[data-keep]")];
  names = new Set(forms.map(({ dataset }) => dataset.keep));
  for (const form of forms) kept.set(form, read("typed", form.dataset.keep).catch(() => {}));
};
findForms();

// Whether this page sends a kept form itself, or has saved it: then it no longer has its name.
export const hasForm = (key) => names.has(key);

// `isSent`: by the browser itself.
const keep = async (form, isSent = false) => {
  const { keep: key, version = "", waiting } = form.dataset;
  await kept.get(form);
  const values = fields(form).map((field) => field[part(field)]);
  const about = waiting && "unsent" in form.dataset
    ? { action: form.getAttribute("action"), body: String(encode(form)), waiting }
    : { sent: isSent };
  const entry = { v: 1, version, key: form.elements.key?.value, values, at: Date.now(), ...about };
  return write("typed", key, entry).catch(() => { isRefused = true; });
};

// After what is being kept.
const forget = async (form) => {
  const { keep: key } = form.dataset;
  await kept.get(form);
  return remove("typed", key).catch(() => {});
};

const fillIn = (form, current, values) => {
  const isTaken = (field) => isChanged(field) || touched.has(nameIn(form, field));
  const taken = new Set(current.filter(isTaken).map(({ name }) => name));
  const changed = current.map((field, index) => [field, values[index]])
    .filter(([field, value]) => field[part(field)] !== value && !taken.has(field.name));
  for (const [field, value] of changed) field[part(field)] = value;
  return changed.length > 0;
};

// Fills in what was kept, unless that is for another version of the match, but never over what was
// tapped since.
const restore = async (form) => {
  // The server's answer to the form is newer than what was kept.
  if ("given" in form.dataset) return keep(form);
  const entry = await kept.get(form);
  // It was sent before this script was loaded.
  if (!entry && "unsent" in form.dataset) keep(form);
  if (!entry) return null;
  const { version, values, key, body } = entry;
  const current = fields(form);
  if (version !== (form.dataset.version || "") || values.length !== current.length) {
    names.delete(form.dataset.keep);
    return body || forget(form);
  }
  const hasChanged = fillIn(form, current, values);
  if (key && form.elements.key) form.elements.key.value = key;
  if (hasChanged) form.dispatchEvent(new Event("change", { bubbles: true }));
  if (current.some((field, index) => field[part(field)] !== values[index])) return keep(form);
  if (body) return form.requestSubmit();
  return hasChanged
    && form.dispatchEvent(new CustomEvent("notice", { bubbles: true, detail: ["kept"] }));
};

// A form that the browser sent and that is no longer shown is saved, unless the answer is an error.
// What was complete stays until it is known to be saved, or a page shows it with what is saved.
const cleanUp = async () => {
  const failed = document.querySelector("[data-failed]");
  const settled = document.querySelector("[data-settled]")?.dataset.settled;
  for (const [key, { sent, at, waiting, key: own }] of await list("typed")) {
    const isGone = sent && !failed && !hasForm(key);
    const isOld = Date.now() - at > KEPT_FOR;
    if (waiting ? own === settled : isGone || isOld) await remove("typed", key);
  }
};

export const restoreForms = async () => {
  await Promise.all(forms.map(restore));
  await cleanUp();
};

const onTyping = (event) => {
  const form = event.target.form ?? event.target;
  if (!form.dataset?.keep || isBox(event.target) !== (event.type === "change")) return;
  touched.add(nameIn(form, event.target));
  keep(form);
};
document.addEventListener("view", () => {
  touched.clear();
  findForms();
  forms.forEach(restore);
});
document.addEventListener("input", onTyping);
document.addEventListener("change", onTyping);

// Runs last: if a script sends the form, the browser has not.
addEventListener("submit", ({ target, defaultPrevented }) => {
  if (!defaultPrevented) unanswered = null;
  if (target.dataset.keep) keep(target, !defaultPrevented);
});
addEventListener("beforeunload", (event) => {
  if (isRefused && unanswered?.matches("[data-unsent]")) event.preventDefault();
});
document.addEventListener("saved", ({ target, detail, defaultPrevented }) => {
  unanswered = null;
  if (!target.dataset.keep || defaultPrevented) return;
  detail.push(forget(target));
  // What is tapped while the next page loads is no longer part of it, except the next trick.
  if (target.dataset.module !== "tally") delete target.dataset.keep;
});
document.addEventListener("click", ({ target }) => {
  const link = target.closest?.(".dock a, a.undo, a.moves__leave");
  if (!link) return;
  for (const form of document.querySelectorAll("form[data-keep]")) {
    if (link.matches(".moves__leave") || form.contains(link)) forget(form);
  }
});
// While a save waits, Undo cancels it, so its key does not say what else it would undo.
document.addEventListener("notice", ({ target, detail }) => {
  const isWaiting = detail.includes("waiting");
  if (isWaiting) unanswered = target;
  const key = document.querySelector(".undo[form]");
  if (!key || target.dataset?.module === "tally") return;
  key.dataset.label ??= key.ariaLabel;
  key.ariaLabel = isWaiting ? null : key.dataset.label;
  key.querySelector("small").hidden = isWaiting;
});
// A key that ignores a tap shakes, or fades in where nothing may move.
document.addEventListener("ignored", ({ target: key }) => {
  const isStill = matchMedia("(prefers-reduced-motion)").matches;
  key.animate(isStill ? { opacity: [0, 1] } : { translate: [0, "5px", "-5px", 0] }, 300);
}, true);
