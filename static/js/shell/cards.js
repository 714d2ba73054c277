// What is kept on this phone, as cards: matches with entries that are not sent yet, and matches that can go on.
const time = (at) => new Date(at).toLocaleTimeString(page.dataset.locale, { timeStyle: "short" });
const copy = (name) => document.getElementById(name).content.firstElementChild.cloneNode(true);

const addSides = (place, { skeletons, standings }) => standings && skeletons?.tables.sides.forEach((seats, side) => {
  const line = copy(`side-${side}`);
  line.querySelector("bdi").textContent = seats.map((seat) => skeletons.players[seat]).join(" & ");
  line.querySelector(".card__points").textContent = String(standings[side].points).replace("-", "\u2212");
  place.append(line);
});

const makeUnsentCard = (match) => {
  const card = copy("unsent");
  const find = (name) => card.querySelector(`[data-${name}]`);
  addSides(find("sides"), match);
  find("waiting").textContent = match.waiting.replace(/\.?$/, ".");
  find("tried").textContent = isOnline ? "" : find("tried").dataset.tried.replace("{time}", time(tried));
  find("newer").hidden = !match.isNewer;
  find("why").textContent = match.state ? match.state.sentence ?? find("why").dataset.why : "";
  find("week").hidden = !offline.isEndangered(match.entries);
  find("back").href = address(match.id);
  find("now").addEventListener("click", tryNow);
  find("file").addEventListener("click", () => offline.saveFile(match));
  find("back").hidden = match.isNewer;
  find("file").hidden = match.isNewer || match.isForm;
  return card;
};

const makeKeptCard = (match) => {
  const card = copy("kept");
  addSides(card.querySelector("[data-sides]"), match);
  card.querySelector("a").href = address(match.id);
  card.querySelector("[data-forget]").addEventListener("click", async () => {
    await store.remove("matches", match.id);
    await show();
  });
  return card;
};
