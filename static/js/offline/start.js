// Goes on with the match of the open page while its server does not answer.
import { read } from "../store/database.js";
import { watchOutbox } from "../store/outbox.js";
import { watchForms } from "./forms.js";
import { here } from "./here.js";
import { keep } from "./keep.js";
import { watchLinks } from "./links.js";
import { goBack, show, showSending, showStatus } from "./show.js";

// What the server did not take is settled with a view and a script of its own release.
const settle = async (box, answer) => {
  if (!answer.script || document.querySelector("[data-conflict]")) return;
  (await import(answer.script)).settle(here.match, box, answer);
};

const follow = (news) => {
  const { id, box, base, isSending, answer } = news;
  if (id !== here.match?.id) return false;
  // The page is about to show the match that has taken these entries over.
  if (news.isMoved) here.isBusy = true;
  showSending(news);
  const isOther = here.receive(box, base);
  if (answer) settle(box, answer);
  if (isSending || answer) return false;
  if (here.isAway && base) goBack();
  else if (isOther) show();
  return here.isAway && Boolean(base);
};

const keepOn = () => keep().catch(() => {});

watchForms();
watchLinks();
watchOutbox(follow);
document.addEventListener("view", () => {
  showStatus();
  keepOn();
});
document.addEventListener("polled", keepOn);
// A page that Back brings back from memory.
addEventListener("pageshow", async ({ persisted }) => {
  const { match } = here;
  if (persisted && match) follow({ id: match.id, box: await read("outbox", match.id) });
});
keepOn();
