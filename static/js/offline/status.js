// One calm line says what is only on this phone. The first time, a sentence says that the match goes on.
const SHOWN = 8000;
const SENDING = 500;

const setUpStatus = () => {
  const line = make("a", "stale stale--here");
  const text = make("span", "");
  const note = make("p", "match__note");
  let timer;

  const tell = (sentence) => {
    clearTimeout(timer);
    line.hidden = !sentence;
    // Screen readers announce what changes in a line that is already shown.
    setTimeout(() => { if (text.textContent !== sentence) text.textContent = sentence; });
  };
  const place = () => {
    if (!isAway || document.querySelector("[data-conflict]")) return;
    if (!note.firstChild) {
      const key = make("button", "key key--word", say("ok"));
      key.addEventListener("click", () => {
        localStorage.setItem("offline", "known");
        note.remove();
      });
      note.append(make("span", "", `${say("first")} ${isSecureContext ? "" : say("leave")}`), key);
    }
    live().prepend(line, ...(localStorage.getItem("offline") ? [] : [note]));
    tell(box ? `${box.waiting}${isEndangered(box.entries) ? `. ${say("week")}` : ""}` : "");
  };

  line.href = document.getElementById("notice").dataset.unsent;
  text.setAttribute("role", "status");
  line.append(text);
  document.addEventListener("view", place);
  document.addEventListener("outbox", ({ detail: { id, isSending, saved } }) => {
    if (id !== match?.id || !isAway) return;
    tell(saved ?? box?.waiting ?? "");
    if (isSending) timer = setTimeout(tell, SENDING, say("sending"));
    if (saved) timer = setTimeout(tell, SHOWN, "");
  });
  addEventListener("beforeunload", (event) => { if (isAway && box && !isLeaving) event.preventDefault(); });
};

// Once all parts of this script are there.
Promise.resolve().then(() => {
  setUpStatus();
  guard();
  return listen();
}).catch(() => {});
