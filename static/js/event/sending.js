// Shows the answer to a form of an evening in place.
import { encode } from "../common/forms.js";
import { parsePage } from "../common/page.js";
import { setTag } from "../common/polling.js";
import { isTyping, showPage } from "./shown.js";

let sending = Promise.resolve();

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
    // Another script sends it until it arrives.
    const again = document.createElement("form");
    Object.assign(again, { method: "post", action: address, hidden: true });
    for (const [name, value] of body) {
      again.append(Object.assign(document.createElement("input"), { name, value }));
    }
    document.body.append(again);
    again.requestSubmit();
  }
};

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
