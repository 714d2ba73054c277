// Goes on without the server: what does not arrive becomes an entry of the outbox, and the next view is drawn here.
// `match` is what the page knows of its match, `box` what is only on this phone. The page is away while it shows a view
// that this phone has drawn.
const store = await import(document.getElementById("notice").dataset.store);
const KEPT_MATCHES = 3;
const PATIENCE = 4000;
const TRIES = 5;
const PAUSE = 100;

let match = null;
let box = null;
let isAway = false;
let isBusy = false;
// False where the browser blocks its database or the disk is full: then a match can't go on here, but links still ask.
let isKept = true;
let shown = "";

const live = () => document.querySelector("[data-live]");
const notify = (text) => document.dispatchEvent(new CustomEvent("notice", { detail: [text] }));
const say = (name, values = {}) => fill(match.skeletons.words.offline[name], values);
// Says for a while that something needs the server.
const sayMissing = (name = "missing") => {
  const text = say(name);
  notify(text);
  setTimeout(() => {
    const line = document.getElementById("notice");
    if (line.textContent === text) line.textContent = "";
  }, SHOWN);
};
export const makeKey = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

// Adds the bids of a hand that has none.
const withBids = (state, bids = null) => ({ ...state, bids: bids ?? (state.turn.bidsItself ? [] : null) });

const isNilAt = (bids, seat) => bids.length > 0 && !count(bids[seat]);
const toHand = ({ tricks, piles }, bids) => ({
  bids,
  seats: tricks.map((number, seat) => (isNilAt(bids, seat) ? number : null)),
  piles: match.skeletons.tables.sides.map((seats, side) => (piles[side] ?? 0)
    + sum(seats.map((seat) => (isNilAt(bids, seat) ? 0 : tricks[seat] ?? 0)))),
});

// `undoes` is what Undo would undo, and the number of its hand; nothing if only the server knows.
const apply = (state, says, minutes) => {
  const { bids, turn: { hand: number } } = state;
  const undoes = [says.fact === "bids" && bids ? "changed" : says.fact, number];
  if (says.fact === "bids") return { ...state, bids: says.bids, undoes };
  if (says.fact === "end") return { ...state, outcome: { winner: null, ending: "early" }, undoes };
  const hand = says.fact === "misdeal" ? { redeal: "misdeal" } : { ...toHand(says, bids), minutes };
  const next = replay(match.skeletons.tables, state, [hand]);
  const [score] = next.scores;
  return withBids({ ...next, tallied: false, lastHand: score ? { number, score, ...hand } : null, undoes });
};

// Returns the match with the entries of an outbox, and the numbers of the hands that they are about.
const play = (from) => {
  const { base, before, at, entries } = from ?? { ...match, entries: [] };
  const { tables } = match.skeletons;
  const decideEnd = ({ standings, progress }) => decide(tables.end, standings, progress) ?? { winner: null, ending: "early" };
  const read = (one) => withBids({ ...replay(tables, { ...one, outcome: one.over ? decideEnd(one) : null }, []), lastHand: null, undoes: null }, one.bids);
  const states = [read(base)];
  if (before) {
    const earlier = read(before);
    const what = base.played > before.played ? "tricks" : base.place > before.place ? "misdeal" : before.bids ? "changed" : "bids";
    states[0].undoes = [what, earlier.turn.hand];
    states.unshift(earlier);
  }
  let known = states.length;
  for (const { says, at: time } of entries) {
    if (says.fact === "undo") {
      states.pop();
      // Undo reaches what the server has, too.
      known = Math.min(known, states.length);
    } else if (!["start", "correct"].includes(says.fact)) states.push(apply(states.at(-1), says, base.progress.minutes + Math.max(0, time - at) / 60000));
  }
  const state = states.at(-1);
  // Who ends a match before anyone bids ends it with the hand before.
  const numbers = states.slice(known).filter(({ undoes, bids }) => bids || undoes[0] !== "end").map(({ undoes }) => undoes[1]);
  return { ...state, numbers: numbers.length ? numbers : [state.turn.hand] };
};

const isSame = (...states) => new Set(states.map(({ place, bids, standings, outcome }) => JSON.stringify([place, bids, standings, outcome]))).size < 2;
const viewOf = ({ outcome, bids }) => (outcome ? "over" : bids ? "board" : "bids");

const labelUndo = ({ undoes }) => undoes && say("undo", { what: say(undoes[0], { n: undoes[1] }) });

// Draws a view of the match as it is on this phone, in place of the page.
const show = (view) => {
  const state = play(box);
  const what = state.undoes && say(state.undoes[0], { n: state.undoes[1] });
  const isChange = view === "change";
  shown = view ?? viewOf(state);
  const about = {
    ...state,
    id: match.id,
    version: match.base.version,
    event: match.base.event,
    // Empty if only the server knows.
    undo: labelUndo(state) ?? (state.place > 1 || state.bids ? "" : null),
    undoes: what && what[0].toUpperCase() + what.slice(1),
  };
  const page = draw(match.skeletons, about, isChange ? "bids" : shown);
  if (isChange) {
    state.bids.forEach((bid, seat) => page.querySelector(`[name=bid_${seat}][value="${bid}"]`)?.toggleAttribute("checked", true));
    // The way back leads to the board.
    page.querySelector(".bar__back").replaceWith(draw(match.skeletons, about, "tricks").querySelector(".bar__back"));
  }
  Object.assign(page.querySelector("[data-live]").dataset, { every: "", away: "" });
  // Back stays with the match.
  if (!isAway) history.pushState(null, "");
  isAway = true;
  document.dispatchEvent(new CustomEvent("exchange", { detail: page }));
};

// Says which hands these entries are about, also for pages that do not know the match.
const describe = (from) => {
  const { numbers } = play(from);
  const [n, last] = [Math.min(...numbers), Math.max(...numbers)];
  // What an earlier release kept has no words for two hands.
  const both = "only both" in match.skeletons.words.offline ? "both" : "hands";
  const about = from.entries[0].says.fact === "start" ? "match" : ["hand", both][last - n] ?? "hands";
  return { waiting: say(`only ${about}`, { n, last }), saved: say(`saved ${about}`, { n, last }) };
};

// Changes the outbox and draws the next view. If another tab has made something else of the match, that is drawn.
const rewrite = async (next, form) => {
  isBusy = true;
  try {
    const known = play(box);
    for (let tries = 0; tries < TRIES && isSame(known, play(box)); tries += 1) {
      let isDone = false;
      const changed = await store.changeOutbox(match.id, (now) => {
        isDone = isSame(known, play(now));
        if (!isDone) return now;
        const { at, base, before } = match;
        const old = now ?? { started: Date.now(), at, base, before, entries: [] };
        const fresh = { ...old, state: null, entries: next(old.entries) };
        return fresh.entries.length ? { ...fresh, ...describe(fresh) } : null;
      }, form);
      if (isDone) {
        box = changed;
        break;
      }
      // Perhaps it is just being sent.
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
      box = await store.read("outbox", match.id);
    }
    show();
    store.send();
  } finally {
    isBusy = false;
  }
};

const record = (says, { key = makeKey(), was, form }) => {
  // So that the browser does not delete it when the disk is full.
  if (!box) navigator.storage?.persist?.();
  // A list of tricks that was given up for plain numbers is not sent.
  if (says.fact === "tricks" && !says.tally) store.remove("typed", `${match.id}-tally-${says.place}`).catch(() => {});
  return rewrite((entries) => [...entries, { key, says, at: Date.now(), was, tried: Boolean(was) }], form);
};

// An entry that was never tried is just removed.
const undo = ({ key = makeKey(), was }) => rewrite((entries) => {
  const last = entries.at(-1);
  const isFree = last && !was && !last.tried && last.says.fact !== "undo";
  return isFree ? entries.slice(0, -1) : [...entries, { key, says: { fact: "undo" }, at: Date.now(), was, tried: Boolean(was) }];
});

// Returns what a form says; nothing while a number is missing, or if it needs the server.
const read = (name, body, total) => {
  const { tables: { sides }, players } = match.skeletons;
  const { bids, place } = play(box);
  const fact = { fact: name, place };
  const ask = (field) => {
    const value = body.get(field) || null;
    return /^\d+$/.test(value) ? Number(value) : value;
  };
  if (name === "misdeal" || name === "end") return fact;
  if (name === "bids") {
    const given = players.map((_, seat) => ask(`bid_${seat}`));
    return given.includes(null) ? null : { ...fact, bids: given };
  }
  const tally = name === "tally" ? body.get("tricks").split(" ").filter(Boolean) : null;
  if (!bids || !(tally || name === "tricks")) return null;
  // A list may name the player where the side is asked.
  const takers = tally?.map((taker) => {
    const [kind, index] = taker.split("_");
    return kind === "seat" && !isNilAt(bids, index) ? `side_${sides.findIndex((seats) => seats.includes(Number(index)))}` : taker;
  });
  const take = tally ? (field) => takers.filter((taker) => taker === field).length : ask;
  const tricks = players.map((_, seat) => (!tally || isNilAt(bids, seat) ? take(`seat_${seat}`) : null));
  const piles = Object.fromEntries([...sides.keys()].map((side) => [side, take(`side_${side}`)]).filter(([, number]) => number !== null));
  const hand = toHand({ tricks, piles }, bids);
  const isOpen = players.some((_, seat) => isNilAt(bids, seat) && tricks[seat] === null);
  if (isOpen || sum([...hand.seats, ...hand.piles]) !== total) return null;
  return { ...fact, fact: "tricks", tricks, piles, ...(tally && { tally }) };
};

// Says why the rules refuse these bids.
const explain = (code, bids, standings) => {
  const { tables: { sides, bids: { all, side, codes } }, players, sides: names } = match.skeletons;
  const behind = standings.map(({ points }) => Math.max(...standings.map((other) => other.points)) - points);
  const isLate = code === "not far enough behind";
  const indexOf = (seats) => seats.reduce((index, seat) => index * all.length + all.indexOf(bids[seat]), 0);
  const found = sides.findIndex((seats) => (isLate ? seats.some((seat) => bids[seat] === "blind nil") : codes[side[indexOf(seats)]] === code));
  const index = Math.max(found, 0);
  const seat = sides[index].find((one) => (isLate ? bids[one] === "blind nil" : count(bids[one])));
  const own = sides[index].map((one) => bids[one]);
  const bid = code === "suicide bid too low" ? bids[seat] : sum((code === "blind bid too low" ? own.filter(isBlind) : own).map(count));
  return say(code, { player: players[seat], side: names[index], bid, total: sum(bids.map(count)), behind: behind[index] });
};

// Takes over a form that did not arrive, or that is saved while away. Returns whether it did.
const take = (form, body, isSent) => {
  const name = form.getAttribute("action").split("/").pop();
  if (isBusy) return isAway;
  if (!match || live()?.dataset.live.split("/").pop() !== match.id) return false;
  if (!isAway) {
    if (!isKept) return false;
    const base = JSON.parse(live().dataset.base);
    if (base.version !== match.base.version) match = { ...match, base, before: null, at: Date.now() };
    const version = Number(form.elements.version?.value ?? base.version);
    if (name === "tally") match.base = { ...match.base, version };
    else if (version !== base.version) return false;
    if (!base.counted) return false;
  }
  const state = play(box);
  const more = { form: form.dataset.keep };
  // A list of tricks is sent with the same key more than once.
  if (isSent && name !== "tally") Object.assign(more, { key: form.elements.key.value, was: { path: new URL(form.action).pathname, fields: String(body) } });
  const goOn = (promise) => promise.catch(() => {
    // Without a database nothing changes: the form stays, and is sent again.
    if (isAway) return sayMissing();
    isKept = false;
    return form.requestSubmit();
  });
  if (name === "undo" && state.undoes) goOn(undo(more));
  else if (name === "undo" && isAway) sayMissing("undo missing");
  else if (name === "rematch" && state.outcome) goOn(rematch(body, more));
  else {
    const says = read(name, body, Number(form.dataset.tricks));
    const code = says?.fact === "bids" && refusal(match.skeletons.tables, says.bids, state.standings);
    if (!says) return isAway && name !== "way";
    if (code) {
      notify(explain(code, says.bids, state.standings));
    } else {
      delete form.dataset.keep;
      goOn(record(says, more));
    }
  }
  return true;
};

const isTouched = () => Boolean(document.querySelector("main form [data-tricks]:checked"));

// A match that starts on this phone, with an id of its own.
export const begin = async (says, skeletons, more = {}) => {
  const id = makeKey();
  const { sides } = skeletons.tables;
  const base = {
    version: 0,
    standings: sides.map(() => ({ points: 0, bags: 0 })),
    progress: { sets: sides.map(() => 0), hands: 0, minutes: 0 },
    played: 0,
    place: 1,
    first: says.first ?? 0,
    bids: null,
    counted: true,
  };
  match = { v: 1, id, at: Date.now(), base, before: null, skeletons: rename(skeletons, says.players) };
  box = null;
  await store.write("matches", id, match);
  await record({ fact: "start", id, ...says }, more);
  return id;
};

const rematch = async (body, more) => {
  const { house, file, fresh, rotation } = match.skeletons;
  const isRotated = body.has("rotate");
  const order = isRotated ? rotation : [...file.players.keys()];
  const skeletons = isRotated ? (await store.read("matches", `new ${fresh}`))?.skeletons : match.skeletons;
  if (!skeletons) return sayMissing();
  return begin({
    house,
    players: order.map((seat) => file.players[seat]),
    first: order.indexOf(play(box).turn.first),
    rematch_of: match.id,
    utc_offset: -new Date().getTimezoneOffset(),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }, skeletons, more);
};

// Keeps what a match page knows, so that it can go on without the server.
const keep = async () => {
  const { live: address, base: json, skeletons: url } = live()?.dataset ?? {};
  if (!url || isAway || live().dataset.kept === json) return;
  live().dataset.kept = json;
  const id = address.split("/").pop();
  const base = JSON.parse(json);
  const old = await store.read("matches", id).catch(() => {});
  const isKnown = old?.url === url;
  const steps = isKnown && !document.getElementById("redo") ? base.version - old.base.version : null;
  const before = steps === 0 ? old.before : steps === 1 && old.base.counted ? old.base : null;
  const skeletons = isKnown ? old.skeletons : await (await fetch(url)).json();
  if (isAway || live()?.dataset.base !== json) return;
  match = { v: 1, id, at: Date.now(), url, base, before, skeletons };
  // What was recorded in between may be anything else.
  if (before && labelUndo(play()) !== document.querySelector("[form=undo]")?.getAttribute("aria-label")) match.before = null;
  box = await store.read("outbox", id).catch(() => {});
  document.documentElement.dataset.patience = PATIENCE;
  isKept = await store.write("matches", id, match).then(() => true, () => false);
  if (!isKept) return;
  if (box) store.send();
  const unsent = new Set((await store.list("outbox")).map(([key]) => key));
  const rest = (await store.list("matches")).filter(([key]) => !key.startsWith("new ") && !unsent.has(key));
  rest.sort(([, one], [, other]) => other.at - one.at);
  for (const [key] of rest.slice(KEPT_MATCHES)) await store.remove("matches", key);
  await keepFresh(skeletons);
};

const open = async (id) => {
  const [kept, unsent] = await Promise.all(["matches", "outbox"].map((name) => store.read(name, id)));
  return kept && [{ ...kept, id, ...(unsent && { at: unsent.at, base: unsent.base, before: unsent.before }) }, unsent];
};

// Returns a kept match as it is on this phone, without drawing it.
export const look = async (id) => {
  const found = await open(id);
  if (!found) return null;
  const known = [match, box];
  [match, box] = found;
  const state = play(box);
  [match, box] = known;
  return state;
};

// Draws a kept match in the present page. Returns whether there is one.
export const resume = async (id) => {
  const found = await open(id);
  if (!found) return false;
  [match, box] = found;
  show();
  return true;
};

const listen = () => {
  document.addEventListener("unsent", (event) => {
    if (take(event.target, event.detail, true)) event.preventDefault();
  });
  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    const isBehind = box && !isAway && match?.id === live()?.dataset.live.split("/").pop();
    if (form.method !== "post" || !(isAway || isBehind)) return;
    event.preventDefault();
    // A page of the server that does not know the entries yet.
    if (isBehind) return show();
    const body = new URLSearchParams(new FormData(form));
    if (submitter?.name) body.append(submitter.name, submitter.value);
    if (isBusy) submitter?.dispatchEvent(new Event("ignored"));
    else if (!take(form, body, false)) sayMissing();
  }, true);
  // A list of tricks that waits is complete.
  document.addEventListener("input", ({ target: form }) => {
    const isWaiting = form.dataset?.module === "tally" && form.hasAttribute("aria-busy");
    if (isWaiting && match && read("tally", new FormData(form), Number(form.dataset.tricks))) dispatchEvent(new Event("online"));
  });
  document.addEventListener("outbox", (event) => {
    const { id, box: fresh, base, isSending, answer } = event.detail;
    if (id !== match?.id) return;
    const isOld = fresh && box && fresh.rev < box.rev;
    const known = play(box);
    if (base) match = { ...match, base, before: null, at: Date.now() };
    if (!isOld) box = fresh ?? null;
    if (isSending || answer) return;
    if (isAway && base) {
      // The page comes from the server again, unless something is tapped: then that is saved first.
      event.preventDefault();
      if (!isTouched()) location.replace(`${live().dataset.live}${shown === "tricks" ? "?by=side" : ""}`);
    } else if (box && !isOld && !isBusy && !(isAway && isSame(known, play(box)))) {
      show();
    }
  });
  // A page that Back brings back from memory.
  addEventListener("pageshow", async ({ persisted }) => {
    const fresh = persisted && match && { id: match.id, box: await store.read("outbox", match.id) };
    if (fresh) document.dispatchEvent(new CustomEvent("outbox", { detail: fresh, cancelable: true }));
  });
  for (const about of ["view", "polled"]) document.addEventListener(about, () => keep().catch(() => {}));
  return keep();
};
