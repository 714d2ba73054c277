// Settles what the server does not take: what is there already goes, what only follows is sent again, and where two
// phones differ, people choose. Nothing is given up without a file.
const mark = ({ redeal, bids, seats, piles }) => redeal
  ?? JSON.stringify([bids, piles, piles && bids.map((bid, seat) => (count(bid) ? 0 : seats[seat]))]);
const isBegun = (hand) => !isComplete(hand);
const isStart = (part, whole) => part.every((hand, place) => whole[place]
  && (mark(hand) === mark(whole[place]) || (isBegun(hand) && (!hand.bids.length || String(hand.bids) === String(whole[place].bids)))));

// The hands since the base, as the phone has them and as the server has them.
const compare = (own, told) => {
  const { tables } = match.skeletons;
  const { hands, ended } = listHands(tables, own);
  const written = told.file.hands.slice(own.base.place - 1);
  const saved = written.map(({ bids, tricks, piles, redeal }) => changeHand(tables, { bids: bids ?? [] }, {
    fact: redeal,
    tricks,
    piles: piles && told.file.sides.map((name) => piles[name]),
  }));
  let steps = 0;
  const isPast = own.entries.some(({ says }) => (steps += says.fact === "undo" ? -1 : 1) < 0);
  const isApart = isPast || told.file.hands.length < own.base.place - 1 || told.version < own.base.version;
  return { mine: hands.filter((hand) => isComplete(hand) || hand.bids.length), saved, isApart, isEnded: Boolean(ended && !told.file.ended) };
};

// The entries that make the server's hands mine; null if none do.
const rebuild = ({ base, entries }, { reason, file }, { mine, saved, isEnded }) => {
  const made = (says) => {
    const old = entries.findLast((entry) => entry.says.fact === says.fact && entry.says.place === says.place);
    return { key: old && reason !== "key used" ? old.key : makeKey(), at: old?.at ?? Date.now(), says };
  };
  const all = mine.map((hand, index) => {
    const there = saved[index] ?? { bids: [] };
    const place = base.place + index;
    const bids = { fact: "bids", place, bids: hand.bids };
    const piles = { ...(hand.piles ?? there.piles) };
    if (mark(hand) === mark(there)) return [];
    if (isComplete(there)) {
      const isPlayed = there.piles && !hand.redeal;
      return isPlayed && [made({ ...bids, fact: "correct", tricks: hand.seats ?? there.seats, piles })];
    }
    const said = !hand.redeal && String(hand.bids) !== String(there.bids) ? [made(bids)] : [];
    if (hand.redeal) said.push(made({ fact: "misdeal", place }));
    else if (hand.piles) said.push(made({ fact: "tricks", place, tricks: hand.seats, piles }));
    return said;
  });
  return all.every(Boolean) ? [...all.flat(), ...(isEnded ? [made({ fact: "end" })] : [])] : null;
};

// Replaces what is only on this phone by these entries on the match as it is now, and sends them.
const goOnFrom = async (id, base, entries) => {
  await store.changeOutbox(id, (now) => (entries.length && now ? { ...now, base, before: null, state: null, entries } : null));
  if (entries.length) store.send();
  else location.replace(`${ROOT}matches/${id}`);
};

const saveFile = (own) => {
  const all = { ...own, skeletons: match.skeletons };
  const file = new Blob([JSON.stringify(matchFile(all), null, 1)], { type: "application/json" });
  Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: nameFile(all) }).click();
  return store.write("typed", `thrown ${match.id}`, { v: 1, at: Date.now(), file: matchFile(all) });
};

const numberOf = (own, place) => own.base.played + 1
  + listHands(match.skeletons.tables, own).hands.slice(0, Math.max(0, place - own.base.place)).filter(({ redeal }) => !redeal).length;
const nameBid = (bid) => match.skeletons.words.bidNames[bid] ?? bid;
const signed = (number) => String(number).replace("-", "\u2212");

// The numbers of a hand by their titles, or in one line.
const name = ({ dataset }, what, who) => dataset[what].replace("{name}", who);
const listNumbers = (table, { redeal, bids, seats, piles }) => {
  const { players, sides, tables } = match.skeletons;
  if (redeal) return { [table.dataset.misdeal]: "\u2713" };
  const numbers = bids.map((bid, seat) => [name(table, "bid", players[seat]), nameBid(bid)]);
  for (const [side, own] of piles ? tables.sides.entries() : []) {
    if (!bids.length || own.some((seat) => count(bids[seat]))) numbers.push([name(table, "tricks", sides[side]), piles[side]]);
    for (const seat of own) if (bids.length && !count(bids[seat])) numbers.push([name(table, "tricks", players[seat]), seats[seat]]);
  }
  return Object.fromEntries(numbers);
};
const summarize = (table, hand) => {
  if (!hand) return "\u2013";
  const all = Object.values(listNumbers(table, hand));
  return hand.piles ? all.slice(hand.bids.length).join(" : ") : all.join(" \u00b7 ");
};

const listDifferences = (table, own, told, { mine, saved }) => {
  const { tables } = match.skeletons;
  const points = (standings) => standings.map((side) => signed(side.points)).join(" : ");
  const rows = [];
  for (let index = 0; index < Math.max(mine.length, saved.length); index += 1) {
    const [theirs, ours] = [saved[index], mine[index]];
    const title = table.dataset.hand.replace("{n}", numberOf(own, own.base.place + index));
    if (!theirs || !ours) rows.push([title, summarize(table, theirs), summarize(table, ours)]);
    else if (mark(theirs) !== mark(ours)) {
      const [one, other] = [listNumbers(table, theirs), listNumbers(table, ours)];
      rows.push([title, "", ""]);
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
        if (one[key] !== other[key]) rows.push([key, one[key] ?? "\u2013", other[key] ?? "\u2013"]);
      }
    }
  }
  return [...rows, [table.dataset.points, points(told.base.standings), points(replay(tables, own.base, mine.filter(isComplete)).standings)]];
};

// The numbers of a refused entry, each with those that can be chosen.
const listChoices = (table, says) => {
  const { players, sides, tables } = match.skeletons;
  const choose = (kind, index, value, all) => {
    const field = Object.assign(document.createElement("select"), { name: `${kind} ${index}` });
    field.append(...all.map((one) => new Option(nameBid(one), one, one === value, one === value)));
    return [name(table, kind === "bids" ? "bid" : "tricks", (kind === "piles" ? sides : players)[index]), "", field];
  };
  const every = [...Array(tables.tricks + 1).keys()];
  return ["bids", "tricks", "piles"].flatMap((kind) => Object.entries(says[kind] ?? {})
    .filter(([, value]) => value !== null)
    .map(([index, value]) => choose(kind, index, value, kind === "bids" ? tables.bids.all : every)));
};

let asked0 = null;
const ask = (about, own, told, rest) => {
  const page = new DOMParser().parseFromString(match.skeletons.views.conflict.replaceAll("{id}", match.id), "text/html");
  for (const part of page.querySelectorAll("[data-for]")) if (!part.dataset.for.split(" ").includes(about)) part.remove();
  const table = page.querySelector(".entries");
  const says = own.entries[told.entry]?.says;
  if (table) {
    const row = table.tBodies[0].rows[0];
    const rows = about === "refused" ? listChoices(table, says) : listDifferences(table, own, told, rest.compared);
    for (const [title, ...values] of rows) {
      const next = row.cloneNode(true);
      next.cells[0].textContent = title;
      [...next.cells].slice(1).forEach((cell, index, all) => cell.append(values.at(index - all.length)));
      row.before(next);
    }
    row.remove();
  }
  const sentence = page.querySelector("[data-sentence]");
  if (sentence) sentence.textContent = sentence.textContent.replace("{n}", numberOf(own, says?.place)).replace("{sentence}", told.sentence);
  if (!rest?.entries) page.querySelector("[data-do=take]")?.remove();
  asked0 = { own, told, entries: rest?.entries };
  document.dispatchEvent(new CustomEvent("exchange", { detail: page }));
};

const choices = {
  file: ({ own }) => saveFile(own),
  keep: async ({ own, told }) => {
    await saveFile(own);
    return goOnFrom(match.id, own.base, own.entries.slice(0, told.entry ?? 0));
  },
  take: ({ told, entries }) => goOnFrom(match.id, told.base, entries),
  restore: async ({ told }) => {
    await store.post(live().dataset.live.replace(/[^/]*$/, `${told.id}/restoration`));
    return store.send();
  },
  change: ({ own, told }) => {
    const says = structuredClone(own.entries[told.entry].says);
    for (const { name: field, value } of document.querySelectorAll(".entries select")) {
      const [kind, index] = field.split(" ");
      says[kind][index] = number(value);
    }
    const entries = own.entries.map((entry, index) => (index === told.entry ? { key: makeKey(), at: entry.at, says } : entry));
    return goOnFrom(match.id, own.base, entries);
  },
};

const settle = async (own, told, { status }) => {
  if (status === 410) return ask("deleted", own, told);
  if (status === 404 || status === 400) return ask("denied", own, told);
  if (status === 422) {
    const isFixable = own.entries[told.entry]?.says.place && told.code !== "match is over";
    return ask(isFixable ? "refused" : "over", own, told);
  }
  if (!told.file) return ask("apart", own, told);
  const compared = compare(own, told);
  const { mine, saved, isApart, isEnded } = compared;
  const isOther = isApart || JSON.stringify(told.file.house) !== JSON.stringify(match.skeletons.house);
  if (!isOther && isStart(mine, saved) && !isEnded) return goOnFrom(match.id, told.base, []);
  const entries = rebuild(own, told, compared);
  if (!isOther && isStart(saved, mine)) return goOnFrom(match.id, told.base, entries);
  return ask(isApart || !entries ? "apart" : "different", own, told, { compared, entries });
};

document.addEventListener("outbox", ({ detail: { id, box: own, answer } }) => {
  if (answer && own && id === match?.id && !document.querySelector("[data-conflict]")) settle(own, answer, own.state).catch(() => {});
});
document.addEventListener("click", ({ target }) => {
  const key = target.closest?.("[data-do]");
  if (key) Promise.resolve(choices[key.dataset.do](asked0)).catch(() => {});
});
