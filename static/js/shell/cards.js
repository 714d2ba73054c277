// What is kept on this phone, as cards: matches with entries that are not sent yet, and matches
// that can go on.
import { fill, formatPoints } from "../common/texts.js";
import { isEndangered } from "../offline/show.js";
import { remove, ROOT } from "../store/database.js";

export const page = document.querySelector("[data-shell]");
export const locate = (id) => `${ROOT}matches/${id}`;
export const writeTime = (at) => (
  new Date(at).toLocaleTimeString(page.dataset.locale, { timeStyle: "short" })
);
export const copy = (name) => (
  document.getElementById(name).content.firstElementChild.cloneNode(true)
);

const makeCard = (name, { id, skeletons, standings }) => {
  const card = copy(name);
  for (const [side, seats] of standings && skeletons ? skeletons.tables.sides.entries() : []) {
    const line = copy(`side-${side}`);
    const names = seats.map((seat) => skeletons.players[seat]).join(" & ");
    line.querySelector("bdi").textContent = names;
    line.querySelector(".card__points").textContent = formatPoints(standings[side].points);
    card.querySelector("[data-sides]").append(line);
  }
  (card.closest("a") ?? card.querySelector("a")).href = locate(id);
  return card;
};

export const makeRunningCard = (match) => {
  const card = makeCard("running", match);
  card.querySelector("[data-waiting]").textContent = match.waiting ?? "";
  return card;
};

// `tried` is when the scorekeeper did not answer; nothing if it does.
export const makeUnsentCard = (match, tried, tryNow) => {
  const { waiting, isNewer, isForm, state, entries } = match;
  const card = makeCard("unsent", match);
  const find = (name) => card.querySelector(`[data-${name}]`);
  find("waiting").textContent = waiting.replace(/\.?$/, ".");
  const text = find("tried").dataset.tried;
  find("tried").textContent = tried ? fill(text, { time: writeTime(tried) }) : "";
  find("newer").hidden = !isNewer;
  find("why").textContent = state ? state.sentence ?? find("why").dataset.why : "";
  find("week").hidden = !isEndangered(entries);
  find("now").addEventListener("click", tryNow);
  find("file").addEventListener("click", async () => {
    (await import("../conflict/match_file.js")).saveFile(match);
  });
  find("back").hidden = isNewer;
  find("file").hidden = isNewer || isForm;
  return card;
};

export const makeKeptCard = (match, show) => {
  const card = makeCard("kept", match);
  card.querySelector("[data-forget]").addEventListener("click", async () => {
    await remove("matches", match.id);
    await show();
  });
  return card;
};
