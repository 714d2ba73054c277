// Shows a view of the match as it is on this phone in place of the page, with a line that says what
// is only here; the first time, a note says that the match goes on.
import { change, ROOT } from "../store/database.js";
import { showView } from "../table/follow.js";
import { make } from "./drawing.js";
import { findLive, here, say } from "./here.js";
import { draw } from "./views.js";

const SHOWN = 8000;
const SENDING = 500;
const DAY = 24 * 60 * 60 * 1000;
const line = make("a", "stale stale--here");
const text = make("span", "");
const note = make("p", "match__note");
let timer;

const chooseView = ({ outcome, bids }) => (outcome ? "over" : bids ? "board" : "bids");

// Shows the view that is due, if none is named.
export const show = (view) => {
  const { match, state } = here;
  const what = state.undoes && say(state.undoes[0], { n: state.undoes[1] });
  const about = {
    ...state,
    id: match.id,
    rows: match.rows,
    // Empty if only the server knows.
    undo: what ? say("undo", { what }) : state.place > 1 || state.bids ? "" : null,
    undoes: what && what[0].toUpperCase() + what.slice(1),
  };
  const shown = view || chooseView(state);
  const page = draw(match.skeletons, about, shown === "change" ? "bids" : shown);
  // What is sent in between is not drawn again.
  match.rows = page.querySelector(".sheet")?.outerHTML ?? match.rows;
  change("matches", match.id, (kept) => kept && { ...kept, rows: match.rows }).catch(() => {});
  Object.assign(page.querySelector("[data-live]").dataset, { every: "", away: "" });
  // Back stays with the match.
  if (!here.isAway) history.pushState(null, "");
  here.view = shown;
  showView(page);
};

// Loads the server's page, unless something is tapped: then that is saved first.
export const goBack = () => {
  const query = here.view === "tricks" ? "?by=side" : "";
  const isTouched = document.querySelector("main form [data-tricks]:checked");
  if (!isTouched) location.replace(findLive().dataset.live + query);
};

// Unless it is on the home screen, iPhones delete what a page stored after a week without a visit.
export const isIphoneBrowser = () => (
  navigator.vendor.startsWith("Apple") && navigator.maxTouchPoints > 0 && !navigator.standalone
);
export const isEndangered = ([{ at }]) => Date.now() - at > DAY && isIphoneBrowser();

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

line.href = `${ROOT}offline`;
text.setAttribute("role", "status");
line.append(text);
