// Keeps the pages of an evening current, and shows the answers to their forms in place.
import { showClock } from "../common/clock.js";
import { encode } from "../common/forms.js";
import { makeForm } from "../common/made_form.js";
import { parsePage } from "../common/page.js";
import { keepOpen, setTag, startPolling } from "../common/polling.js";
import { renew } from "../common/renew.js";
import { onView } from "../common/view.js";
import { showSoundKeys } from "./sound.js";

const find = (selector, page = document) => page.querySelector(selector);
const isTyping = () => document.activeElement.matches("input, textarea");
const DAY = 86_400_000;
let answered = new Date();
let sending = Promise.resolve();

const showPage = (page) => {
  const used = document.activeElement;
  const { id, name, value } = used;
  keepOpen(page);
  document.title = page.title;
  document.body.className = page.body.className;
  for (const part of [".bar", "main"]) renew(find(part), find(part, page));
  showClock();
  showSoundKeys();
  if (used.isConnected && used.value === value) return;
  // Not on a key that now does something else.
  used.blur();
  const same = id ? `#${id}` : name && `[name="${name}"][value="${CSS.escape(value)}"]`;
  if (same) find(same)?.focus({ preventScroll: true });
};

const send = async (address, body, form) => {
  try {
    const response = await fetch(address, { method: "POST", body });
    const page = parsePage(await response.text());
    form.removeAttribute("aria-busy");
    if (response.redirected) history.replaceState(null, "", response.url);
    setTag(null);
    showPage(page);
    if (!isTyping()) document.dispatchEvent(new Event("view"));
  } catch {
    // app/sending sends it until it arrives.
    makeForm(address, body).requestSubmit();
  }
};

// All televisions show the same page, and a newer view doesn't begin at its first.
const turnPages = () => {
  const strips = [...document.querySelectorAll("[data-turns]")];
  for (const turning of strips.flatMap((strip) => strip.getAnimations())) {
    turning.currentTime = Date.now() % DAY;
  }
};

onView(turnPages);

startPolling({
  isTouched: () => find("[aria-busy]"),
  isNew: (old, fresh) => old.textContent !== fresh.textContent,
  show: (page) => {
    // What was saved last can still be undone.
    const said = find(".messages");
    if (said) find(".messages", page)?.replaceWith(said);
    showPage(page);
  },
  report: ({ dataset: { since, locale } }, { isAnswered, isLost }) => {
    turnPages();
    // The evening was deleted, or this phone was removed.
    if (isLost) location.reload();
    if (isAnswered) answered = new Date();
    const time = answered.toLocaleTimeString(locale, { timeStyle: "short" });
    find("#notice").textContent = isAnswered ? "" : since.replace("{time}", time);
  },
});

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!("inPlace" in form.dataset)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // Names may follow one another quickly; any other form is sent once.
  if (form.hasAttribute("aria-busy") && !isTyping()) {
    submitter?.dispatchEvent(new Event("ignored"));
    return;
  }
  const body = encode(form, submitter);
  const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  form.reset();
  form.setAttribute("aria-busy", "true");
  sending = sending.then(() => send(address, body, form));
}, true);

// Enter goes on to the next number.
document.addEventListener("keydown", (event) => {
  const fields = [...document.querySelectorAll("[data-numbers] .slot__field")];
  const at = fields.indexOf(event.target);
  const next = event.key === "Enter" && at >= 0 && fields[at + 1];
  if (!next) return;
  event.preventDefault();
  next.select();
});
