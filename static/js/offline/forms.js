// Takes over a form that did not arrive, or that is saved while away.
import { encode } from "../common/forms.js";
import { record, rematch, undo } from "./entries.js";
import { explainRefusal, readForm } from "./fields.js";
import { findLive, here, isShown, notify, sayMissing } from "./here.js";
import { show } from "./show.js";

// Whether the match can go on here from the page of the server that has this form.
const canLeave = (form, name) => {
  if (!here.isKept) return false;
  const base = JSON.parse(findLive().dataset.base);
  if (base.version !== here.match.base.version) here.renew(base);
  const version = Number(form.elements.version?.value ?? base.version);
  // A list of tricks was saved in between.
  if (name === "tally") here.match.base = { ...here.match.base, version };
  return base.counted && (name === "tally" || version === base.version);
};

// Returns whether it took the form over.
const take = (form, body, isSent) => {
  const name = form.getAttribute("action").split("/").pop();
  if (here.isBusy) return here.isAway;
  if (!isShown() || !(here.isAway || canLeave(form, name))) return false;
  const { state } = here;
  const how = { form: form.dataset.keep };
  // A list of tricks is sent with the same key more than once.
  if (isSent && name !== "tally") {
    how.key = form.elements.key.value;
    how.was = { path: new URL(form.action).pathname, fields: String(body) };
  }
  const goOn = (promise) => promise.catch(() => {
    // Without a database nothing changes: the form stays, and is sent again.
    if (here.isAway) return sayMissing();
    here.isKept = false;
    return form.requestSubmit();
  });
  if (name === "undo" && state.undoes) goOn(undo(how));
  else if (name === "undo" && here.isAway) sayMissing("undo missing");
  else if (name === "rematch" && state.outcome) goOn(rematch(body, how));
  else {
    const says = readForm(name, body, Number(form.dataset.tricks));
    if (!says) return here.isAway && name !== "way";
    const why = explainRefusal(says, state);
    if (why) {
      notify(why);
    } else {
      delete form.dataset.keep;
      goOn(record(says, how));
    }
  }
  return true;
};

const onSubmit = (event) => {
  const { target: form, submitter } = event;
  const isBehind = here.box && !here.isAway && isShown();
  if (form.method !== "post" || !(here.isAway || isBehind)) return;
  event.preventDefault();
  // A page of the server that does not know the entries yet.
  if (isBehind) {
    show();
    return;
  }
  if (here.isBusy) submitter?.dispatchEvent(new Event("ignored"));
  else if (!take(form, encode(form, submitter), false)) sayMissing();
};

export const watchForms = () => {
  document.addEventListener("unsent", (event) => {
    if (take(event.target, event.detail, true)) event.preventDefault();
  });
  addEventListener("submit", onSubmit, true);
  // A list of tricks that waits is complete.
  document.addEventListener("input", ({ target: form }) => {
    const isWaiting = form.dataset?.module === "tally" && form.hasAttribute("aria-busy");
    if (!isWaiting || !here.match) return;
    const says = readForm("tally", new FormData(form), Number(form.dataset.tricks));
    if (says) dispatchEvent(new Event("online"));
  });
};
