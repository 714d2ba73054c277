// Sends a form once, however often its key is tapped, and again without a network; by its key the
// server stores it once. What is tapped until then is sent after it; Undo cancels it. Unless the
// answer is that it is saved, the browser sends the form itself and shows the server's page.
import { encode } from "../common/forms.js";

const PAUSE = 3000;
const TIMEOUT = 20000;
const HINT_AFTER = 60000;
const BUSY = 8000;
const UNDO = "#undo, #take-back";
const native = new WeakSet();
let queue = [];

const release = (form) => {
  queue = [];
  form.removeAttribute("aria-busy");
  form.removeAttribute("data-unsent");
};
// Returns false if another script takes over.
const announce = (form, name, detail) =>
  form.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail }));
const pause = () => new Promise((resolve) => {
  setTimeout(resolve, PAUSE);
  addEventListener("online", resolve, { once: true });
  document.addEventListener("submit", resolve, { once: true });
});

// Until the whole answer is read, what is tapped belongs to this form.
const post = async (form, body) => {
  form.dispatchEvent(new Event("sending"));
  const response = await fetch(form.action, {
    method: "POST",
    body,
    headers: { "X-Sent-By": "script", "X-Release": document.body.dataset.release },
    redirect: "manual",
    signal: AbortSignal.timeout?.(document.documentElement.dataset.patience ?? TIMEOUT),
  });
  response.page = await response.text();
  return response;
};

// Returns no response if Undo was tapped, or if the form was taken over or left.
const retry = async (form, submitter) => {
  const since = Date.now();
  for (;;) {
    const body = encode(form, submitter);
    const response = await post(form, body).catch(() => {});
    // Not a proxy's error page or a hotel's sign-in page; a busy server answers later.
    if (response?.headers.has("X-Scorekeeper") && response.status !== 503) return response;
    if (queue[1]?.form.matches(UNDO)) {
      release(form);
      announce(form, "input");
      announce(form, "notice", ["cancelled"]);
      return null;
    }
    if (!announce(form, "unsent", body)) return null;
    const hint = Date.now() - since > HINT_AFTER ? ["address"] : [];
    announce(form, "notice", ["waiting", ...hint]);
    await pause();
    // Another view of the match is in its place.
    if (!form.isConnected) return null;
  }
};

const goOn = async (form, response) => {
  const kept = [];
  const isLast = announce(form, "saved", kept);
  await Promise.all(kept);
  queue.shift();
  for (const field of document.getElementsByName("version")) {
    field.value = Number(field.value) + Number(form.dataset.adds ?? 1);
  }
  if (queue.length) send(queue[0]);
  else if (!isLast || !announce(form, "sent", response)) release(form);
  else location.assign(response.headers.get("Location"));
};

const send = async ({ form, submitter }) => {
  form.setAttribute("aria-busy", "true");
  const response = await retry(form, submitter);
  if (response?.status === 201) return goOn(form, response);
  release(form);
  if (!response) return;
  native.add(form);
  form.requestSubmit(submitter);
};

const enqueue = (one) => {
  const { form, submitter } = one;
  // Without a key of its own, a form says what the tapped key says.
  const isSame = (other) =>
    other.form === form && (form.elements.key || other.submitter === submitter);
  if (queue.some(isSame)) return submitter?.dispatchEvent(new Event("ignored"));
  announce(form, "notice", ["waiting"]);
  if (form.matches(UNDO) && queue.length > 1) queue.pop();
  else queue.push(one);
};

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.method !== "post") return;
  const one = { form, submitter };
  if (queue.length) {
    event.preventDefault();
    enqueue(one);
    return;
  }
  queue.push(one);
  // Other keys of a form only fill it in, and files are never sent twice.
  const fills = submitter?.hasAttribute("formaction");
  form.toggleAttribute("data-unsent", !fills);
  if (native.has(form) || fills || form.enctype.startsWith("multipart")) {
    form.setAttribute("aria-busy", "true");
    setTimeout(release, BUSY, form);
  } else {
    event.preventDefault();
    send(one);
  }
});

addEventListener("pageshow", ({ persisted }) => {
  if (persisted) document.querySelectorAll("form[aria-busy]").forEach(release);
});
