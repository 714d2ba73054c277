// Settles what the server did not take: what it has goes, what only follows is sent again, and where two
// phones differ, people choose. Nothing is given up without a file. `match` is what this phone knows, `own` what is only
// on it, `reply` the server's answer, and `entries` what says the same on the match as it is now.
let match;
let own;
let reply;
let entries = null;
let store;

const mark = ({ redeal, bids, seats, piles }) => redeal
  ?? JSON.stringify([bids, piles, piles && bids.map((bid, seat) => (offline.count(bid) ? 0 : seats[seat]))]);
const isStart = (part, whole) => part.every((hand, place) => whole[place]
  && (mark(hand) === mark(whole[place]) || (!isComplete(hand) && (!hand.bids.length || String(hand.bids) === String(whole[place].bids)))));

// The hands since the start of what is only on this phone, as the phone has them and as the server has them.
const compare = () => {
  const { tables } = match.skeletons;
  const { start, hands, ended } = listHands(tables, own);
  const saved = reply.file.hands.slice(start.place - 1).map(({ bids, tricks, piles, redeal }) => changeHand(
    tables.sides,
    { bids: bids ?? [] },
    { fact: redeal, tricks, piles: piles && reply.file.sides.map((name) => piles[name]) },
  ));
  return {
    start,
    mine: hands.filter((hand) => isComplete(hand) || hand.bids.length),
    saved,
    isEnded: Boolean(ended && !reply.file.ended),
  };
};

// Whether the server lacks what this phone knows: a backup was restored.
const isApart = () => reply.file.hands.length < own.base.place - 1 || reply.version < own.base.version
  || (reply.version === own.base.version && JSON.stringify(reply.base.standings) !== JSON.stringify(own.base.standings));

const isBegun = (hand) => !isComplete(hand);
const isStarting = (list) => list[0]?.says.fact === "start";

const makeEntry = (says) => {
  const old = own.entries.findLast((entry) => entry.says.fact === says.fact && entry.says.place === says.place);
  return { key: old && reply.reason !== "key used" ? old.key : offline.makeKey(), at: old?.at ?? Date.now(), says };
};

// The entries that make a hand of the server mine, or nothing if none do.
const replaceHand = (hand, there, place) => {
  const said = (fact, more) => makeEntry({ fact, place, ...more });
  const { redeal, bids, seats = there.seats, piles = there.piles } = hand;
  const tricks = { tricks: seats, piles: { ...piles } };
  if (mark(hand) === mark(there)) return [];
  const isNew = !redeal && String(bids) !== String(there.bids);
  if (isComplete(there) && isBegun(hand) && !isNew) return [];
  if (isComplete(there)) return !there.redeal && !redeal && [said("correct", { bids, ...tricks })];
  return [
    ...(isNew ? [said("bids", { bids })] : []),
    ...(redeal ? [said("misdeal")] : []),
    ...(hand.piles ? [said("tricks", tricks)] : []),
  ];
};

const rebuild = ({ start, mine, saved, isEnded }) => {
  const all = mine.map((hand, index) => replaceHand(hand, saved[index] ?? { bids: [] }, start.place + index));
  return all.every(Boolean) ? [...all.flat(), ...(isEnded ? [makeEntry({ fact: "end" })] : [])] : null;
};

// Replaces what is only on this phone by these entries on the match as it is now, and sends them. `taken` is what they
// were made from.
const goOnFrom = async (base, left, taken = null) => {
  const box = left.length ? { ...own, base, before: null, state: null, entries: left, taken } : null;
  // If others go on in the meantime, people choose again.
  document.querySelector("[data-conflict]")?.removeAttribute("data-conflict");
  const here = { key: match.id, match: document.querySelector("[data-live]").dataset.live };
  // Another phone started the same rematch.
  if (reply.reason === "rematch" && !isStarting(left)) return store.moveOutbox(here, reply.id, box);
  if (!box) return store.moveOutbox(here, match.id);
  await store.changeOutbox(match.id, () => box);
  return store.send();
};

const saveMine = () => saveFile({ ...own, ...own.taken, skeletons: match.skeletons });

const numberOf = (place) => {
  const { start, hands } = listHands(match.skeletons.tables, own);
  return start.played + 1 + hands.slice(0, Math.max(0, place - start.place)).filter(({ redeal }) => !redeal).length;
};
const nameBid = (bid) => {
  const { nils, blind } = match.skeletons.words;
  return nils[bid] ?? (String(bid).startsWith("blind") ? blind.replace("{n}", offline.count(bid)) : bid);
};
const MISSING = "\u2013";

// The numbers of a hand by their titles, or in one line.
const titled = ({ dataset }, what, who) => dataset[what].replace("{name}", () => who);
const listNumbers = (table, { redeal, bids, seats, piles }) => {
  const { players, sides, tables } = match.skeletons;
  if (redeal) return { [table.dataset.misdeal]: "\u2713" };
  const numbers = bids.map((bid, seat) => [titled(table, "bid", players[seat]), nameBid(bid)]);
  const isNil = (seat) => bids.length && !offline.count(bids[seat]);
  for (const [side, all] of piles ? tables.sides.entries() : []) {
    if (!all.every(isNil)) numbers.push([titled(table, "tricks", sides[side]), piles[side]]);
    for (const seat of all.filter(isNil)) numbers.push([titled(table, "tricks", players[seat]), seats[seat]]);
  }
  return Object.fromEntries(numbers);
};
const summarize = (table, hand) => {
  if (!hand) return MISSING;
  if (!hand.piles) return Object.values(listNumbers(table, hand)).join("\u202f\u00b7\u202f");
  const onNil = (seats) => seats.reduce((sum, seat) => sum + (hand.bids.length && !offline.count(hand.bids[seat]) ? hand.seats[seat] : 0), 0);
  return match.skeletons.tables.sides.map((seats, side) => hand.piles[side] + onNil(seats)).join(" : ");
};

const listDifferences = (table, { start, mine, saved }) => {
  const { tables } = match.skeletons;
  const points = (standings) => standings.map((side) => String(side.points).replace("-", "\u2212")).join(" : ");
  const rows = [];
  for (let index = 0; index < Math.max(mine.length, saved.length); index += 1) {
    const [theirs, ours] = [saved[index], mine[index]];
    const title = table.dataset.hand.replace("{n}", numberOf(start.place + index));
    if (!theirs || !ours) rows.push([title, summarize(table, theirs), summarize(table, ours)]);
    else if (mark(theirs) !== mark(ours)) {
      const [one, other] = [theirs, ours].map((hand) => listNumbers(table, hand));
      const keys = [...new Set(Object.keys({ ...one, ...other }))].filter((key) => one[key] !== other[key]);
      rows.push([title], ...keys.map((key) => [key, one[key] ?? MISSING, other[key] ?? MISSING]));
    }
  }
  const counted = offline.replay(tables, start, mine.filter(isComplete));
  return [...rows, [table.dataset.points, points(reply.base.standings), points(counted.standings)]];
};

// The numbers of a refused entry, each with those that can be chosen.
const listChoices = (table, says) => {
  const { players, sides, tables } = match.skeletons;
  const every = [...Array(tables.tricks + 1).keys()];
  return ["bids", "tricks", "piles"].flatMap((kind) => Object.entries(says[kind] ?? {})
    .filter(([, value]) => value !== null)
    .map(([index, value]) => {
      const title = titled(table, kind === "bids" ? "bid" : "tricks", (kind === "piles" ? sides : players)[index]);
      const field = Object.assign(document.createElement("select"), { name: `${kind} ${index}`, ariaLabel: title });
      const all = kind === "bids" ? tables.bids.all : every;
      field.append(...all.map((one) => new Option(nameBid(one), one, one === value, one === value)));
      return [title, field];
    }));
};

// Shows the server's view without what is not about this case.
const ask = (about, compared) => {
  const page = new DOMParser().parseFromString(reply.view, "text/html");
  const says = own.entries[reply.entry]?.says;
  page.querySelector("[data-live]").dataset.live = document.querySelector("[data-live]").dataset.live;
  for (const part of page.querySelectorAll("[data-for]")) if (!part.dataset.for.split(" ").includes(about)) part.remove();
  const table = page.querySelector(".entries");
  const rows = !table ? [] : compared ? listDifferences(table, compared) : listChoices(table, says);
  const row = table?.tBodies[0].rows[0];
  for (const cells of rows) {
    const next = row.cloneNode(true);
    cells.forEach((cell, index) => next.cells[index].append(cells.length > 1 ? cell : Object.assign(document.createElement("b"), { textContent: cell })));
    row.before(next);
  }
  row?.remove();
  const sentence = page.querySelector("[data-sentence]");
  if (sentence) sentence.textContent = sentence.textContent.replace("{n}", numberOf(reply.place)).replace("{sentence}", reply.sentence);
  document.dispatchEvent(new CustomEvent("exchange", { detail: page }));
};

const choices = {
  file: saveMine,
  keep: () => {
    saveMine();
    return goOnFrom(own.base, own.entries.slice(0, reply.entry ?? 0));
  },
  take: () => {
    if (isStarting(entries)) return goOnFrom(own.base, entries);
    const { base, before, entries: mine } = own;
    return goOnFrom(reply.base, entries, { base, before, entries: mine, made: entries.length });
  },
  restore: async () => {
    await store.post(document.querySelector("[data-live]").dataset.live.replace(/[^/]*$/, `${reply.id}/restoration`));
    return store.send();
  },
  change: () => {
    const says = structuredClone(own.entries[reply.entry].says);
    for (const { name, value } of document.querySelectorAll(".entries select")) {
      const [kind, index] = name.split(" ");
      says[kind][index] = /^\d+$/.test(value) ? Number(value) : value;
    }
    const { at } = own.entries[reply.entry];
    return goOnFrom(own.base, own.entries.map((entry, index) => (index === reply.entry ? { key: offline.makeKey(), at, says } : entry)), own.taken);
  },
};

const decide = () => {
  const { status } = own.state;
  if (status === 410) return ask("deleted");
  if (status === 403) return ask("closed");
  if (status === 404 || status === 400 || reply.reason === "id taken") return ask("denied");
  if (status === 422) return ask(reply.place && reply.code !== "match is over" ? "refused" : "over");
  if (!reply.file) return ask("over");
  const compared = compare();
  const { mine, saved, isEnded } = compared;
  const started = isStarting(own.entries) ? own.entries[0].says : { house: match.skeletons.file.house };
  const isOther = ["house", "players"].some((part) => part in started && JSON.stringify(reply.file[part]) !== JSON.stringify(started[part]));
  const isUndone = compared.start !== own.base;
  const isChanged = isApart() || isOther || isUndone;
  // What was only undone here cannot be undone there.
  entries = isApart() || (isUndone && isStart(mine, saved)) ? null : rebuild(compared);
  if (isOther && isStarting(own.entries)) {
    // Save mine instead starts a match of its own.
    const { rematch_of: _, ...says } = started;
    entries = [{ key: offline.makeKey(), at: own.entries[0].at, says }, ...own.entries.slice(1)];
  }
  if (!isChanged && isStart(mine, saved) && !isEnded) return goOnFrom(reply.base, []);
  if (!isChanged && isStart(saved, mine)) return goOnFrom(reply.base, entries);
  return ask(entries ? "different" : "apart", compared);
};

export const settle = async (known, unsent, answer) => {
  [match, own, reply] = [known, unsent, answer];
  const { taken } = own;
  // Corrections of older hands are not in what was made from mine, so mine is compared again.
  if (taken && reply.file) own = { ...own, ...taken, entries: [...taken.entries, ...own.entries.slice(taken.made)], taken: null };
  store = await import(document.getElementById("notice").dataset.store);
  return decide();
};

document.addEventListener("click", ({ target }) => choices[target.closest?.("[data-do]")?.dataset.do]?.());
