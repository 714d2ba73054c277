// One calm line says what is only on this phone. The first time, a sentence says that the match
// goes on.
import { make } from "./drawing.js";
import { findLive, here, say } from "./here.js";

const SHOWN = 8000;
const SENDING = 500;
const DAY = 24 * 60 * 60 * 1000;
const line = make("a", "stale stale--here");
const text = make("span", "");
const note = make("p", "match__note");
let timer;

// iPhones delete what pages stored after a week without a visit, unless the page is on the home
// screen.
export const isEndangered = ([{ at }]) => Date.now() - at > DAY
  && navigator.vendor.startsWith("Apple") && navigator.maxTouchPoints > 0 && !navigator.standalone;

const tell = (sentence) => {
  clearTimeout(timer);
  line.hidden = !sentence;
  // Screen readers announce what changes in a line that is already shown.
  setTimeout(() => { if (text.textContent !== sentence) text.textContent = sentence; });
};

const makeNote = () => {
  const key = make("button", "key key--word", say("ok"));
  key.addEventListener("click", () => {
    localStorage.setItem("offline", "known");
    note.remove();
  });
  const sentences = isSecureContext ? say("first") : `${say("first")} ${say("leave")}`;
  note.replaceChildren(make("span", "", sentences), key);
  return note;
};

export const showStatus = () => {
  if (!here.isAway || document.querySelector("[data-conflict]")) return;
  findLive().prepend(line, ...(localStorage.getItem("offline") ? [] : [makeNote()]));
  const { waiting = "", entries } = here.box ?? {};
  tell(entries && isEndangered(entries) ? `${waiting}. ${say("week")}` : waiting);
};

export const showSending = ({ isSending, saved }) => {
  if (!here.isAway) return;
  tell(saved ?? here.box?.waiting ?? "");
  if (isSending) timer = setTimeout(tell, SENDING, say("sending"));
  if (saved) timer = setTimeout(tell, SHOWN, "");
};

line.href = document.getElementById("notice").dataset.unsent;
text.setAttribute("role", "status");
line.append(text);
