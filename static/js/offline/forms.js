// Takes over a form that did not arrive, or that is saved while away: reads what it says, and says
// why the rules refuse it.
import { encode } from "../common/forms.js";
import { makePiles } from "../scores/entries.js";
import {
  count, findSide, isBlind, isNil, isShared, refuse, sum, sumBids,
} from "../scores/scores.js";
import { record, rematch, undo } from "./entries.js";
import { findLive, here, isShown, notify, readId, say, sayMissing } from "./here.js";
import { show } from "./show.js";

const readField = (body, name) => {
  const value = body.get(name) || null;
  return /^\d+$/.test(value) ? Number(value) : value;
};

// A list of tricks may name the player where the side is asked.
const readTally = (body, bids) => {
  const { players, tables: { sides } } = here.match.skeletons;
  const tally = body.get("tricks").split(" ").filter(Boolean);
  const countOf = (name) => tally.filter((taker) => taker === name).length;
  const seats = players.map((_, seat) => countOf(`seat_${seat}`));
  const piles = makePiles(sides, bids, { tricks: seats })
    .map((taken, side) => taken + countOf(`side_${side}`));
  const tricks = seats.map((taken, seat) => (isNil(bids, seat) ? taken : null));
  return { tricks, piles: { ...piles }, tally };
};

const readTricks = (body) => {
  const { sides } = here.match.skeletons.tables;
  const piles = sides.map((_, side) => [side, readField(body, `side_${side}`)]);
  return {
    tricks: sides.flat().map((_, seat) => readField(body, `seat_${seat}`)),
    piles: Object.fromEntries(piles.filter(([, number]) => number !== null)),
  };
};

// The nil of a partner, "2" or "blind 2", is the bid of its seat, and the number that of the other.
const readBid = (body, sides, seat) => {
  const side = findSide(sides, seat);
  const nil = body.get(`nil_${side}`);
  if (nil?.endsWith(seat)) return nil.replace(seat, "nil");
  return readField(body, `bid_${nil ? sides[side][0] : seat}`);
};

// Null while a number is missing, or if it needs the server.
const readForm = (name, body, total) => {
  const { tables: { sides }, players } = here.match.skeletons;
  const { bids, place } = here.state;
  if (name === "misdeal") return { fact: name, place };
  if (name === "end") return { fact: name, place, winner: readField(body, "winner") };
  if (name === "bids") {
    const given = players.map((_, seat) => readBid(body, sides, seat));
    return given.includes(null) ? null : { fact: name, place, bids: given };
  }
  if (!bids || !["tally", "tricks"].includes(name)) return null;
  const says = name === "tally" ? readTally(body, bids) : readTricks(body);
  const onNils = says.tricks.filter((_, seat) => isNil(bids, seat));
  const taken = sum([...onNils, ...makePiles(sides, bids, says)]);
  return onNils.includes(null) || taken !== total ? null : { fact: "tricks", place, ...says };
};

const explainRefusal = ({ fact, bids }, { standings, bids: old }) => {
  const { tables, players, sides: names } = here.match.skeletons;
  const refused = fact === "bids" && refuse(tables, bids, standings, old);
  if (!refused) return "";
  const { code, index } = refused;
  const seats = tables.sides[index];
  const own = seats.map((seat) => bids[seat]);
  const seat = refused.seat ?? seats.find((one) => count(bids[one]));
  return say(code, {
    player: isShared(bids, seats) ? names[index] : players[seat],
    side: names[index],
    bid: code === "suicide bid too low" ? bids[seat]
      : sumBids(code === "blind bid too low" ? own.filter(isBlind) : own),
    total: sumBids(bids),
    behind: Math.max(...standings.map(({ points }) => points)) - standings[index].points,
  });
};

// Whether the match can go on here from the server's page with this form.
const canLeave = (form, name) => {
  if (!here.isKept) return false;
  const base = JSON.parse(findLive().dataset.base);
  if (base.version !== here.match.base.version) here.renew(base);
  const version = Number(form.elements.version?.value ?? base.version);
  // A list of tricks was saved in between.
  if (name === "tally") here.match.base = { ...here.match.base, version };
  return base.counted && (name === "tally" || version === base.version);
};

const take = (form, body, isSent) => {
  const path = form.getAttribute("action");
  const name = readId(path);
  if (here.isBusy) return here.isAway;
  if (!isShown() || !(here.isAway || canLeave(form, name))) return false;
  const { state } = here;
  const how = { form: form.dataset.keep };
  // A list of tricks is sent with the same key more than once.
  if (isSent && name !== "tally") {
    how.key = form.elements.key.value;
    how.was = { path, fields: String(body) };
  }
  const goOn = (promise) => promise.catch(() => {
    // Without a database nothing changes: the form stays, and is sent again.
    if (here.isAway) return sayMissing();
    here.isKept = false;
    return form.requestSubmit();
  });
  if (name === "undo" && state.undoes) goOn(undo(how));
  else if (name === "undo" && here.isAway) sayMissing("undo missing");
  else if (name === "rematch" && state.outcome) goOn(rematch(body, how));
  else {
    const says = readForm(name, body, Number(form.dataset.tricks));
    if (!says) return here.isAway && name !== "way";
    const why = explainRefusal(says, state);
    if (why) {
      notify(why);
    } else {
      delete form.dataset.keep;
      goOn(record(says, how));
    }
  }
  return true;
};

const onSubmit = (event) => {
  const { target: form, submitter } = event;
  const isBehind = here.box && !here.isAway && isShown();
  if (form.method !== "post" || !(here.isAway || isBehind)) return;
  event.preventDefault();
  // A page of the server that does not know the entries yet.
  if (isBehind) show();
  else if (here.isBusy) submitter?.dispatchEvent(new Event("ignored"));
  else if (!take(form, encode(form, submitter), false)) sayMissing();
};

export const watchForms = () => {
  document.addEventListener("unsent", (event) => {
    if (take(event.target, event.detail, true)) event.preventDefault();
  });
  addEventListener("submit", onSubmit, true);
  // A list of tricks that waits is complete.
  document.addEventListener("input", ({ target: form }) => {
    const isWaiting = form.dataset?.module === "tally" && form.hasAttribute("aria-busy");
    if (!isWaiting || !here.match) return;
    const says = readForm("tally", new FormData(form), Number(form.dataset.tricks));
    if (says) dispatchEvent(new Event("online"));
  });
};
