// Draws the views of a match from its skeletons (web/match/skeletons.py): the server's own pages, in which only points,
// turns and questions are filled in.
const LONG = 24;

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
const signed = (points) => `${points > 0 ? "+" : ""}${points}`.replace("-", "\u2212");
const make = (tag, className, textContent = "") => Object.assign(document.createElement(tag), className && { className }, { textContent });
const parse = (html) => new DOMParser().parseFromString(html, "text/html");
const nameBid = (words, bid) => words.nils[bid] ?? (isBlind(bid) ? fill(words.blind, { n: count(bid) }) : bid);

// Returns the results of a side in the last hand, each with whether it is good.
const listStamps = ({ words }, { bids, score }, side) => {
  const { contract, made, lines } = score[side];
  const points = new Map();
  for (const [reason, of] of lines) if (words.stamps[reason] && of) points.set(reason, (points.get(reason) ?? 0) + of);
  const stamps = [...points].map(([reason, of]) => [`${words.stamps[reason]} ${signed(of)}`, of > 0]);
  if (bids.length && !contract) return stamps;
  return [[fill(bids.length ? words.result : words.taken, { bid: contract, taken: lines[0][2] }), made !== false], ...stamps];
};

// Returns the slips of a side on the board: a number or a bid, a note, and whether it is askew.
const listSlips = ({ words, tables, players }, bids, side) => {
  if (!bids.length) return [words.perTrick];
  const seats = tables.sides[side];
  const contract = sum(seats.map((seat) => count(bids[seat])));
  const askew = seats.filter((seat) => !count(bids[seat]) || isBlind(bids[seat]))
    .map((seat) => [nameBid(words, bids[seat]), seats.length > 1 ? players[seat] : words.make, true]);
  return contract ? [[contract, words.worth[contract] ?? words.make], ...askew] : askew;
};

export const draw = (skeletons, state, view) => {
  const { words, tables, players, keys } = skeletons;
  const { standings, turn, bids, lastHand, brought, tallied } = state;
  const page = parse(skeletons.views[view]
    .replace(/\{keys (\w+)_(\d)\}/g, (_, kind, index) => keys[kind].replaceAll("{name}", `${kind}_${index}`))
    .replaceAll("{id}", state.id));
  const find = (selector, place = page) => place.querySelector(selector);
  const all = (selector, place = page) => [...place.querySelectorAll(selector)];
  // What no browser may translate.
  const makeFixed = (...about) => Object.assign(make(...about), { translate: false });
  const add = (place, ...about) => {
    place.append(make(...about), " ");
    return place.lastElementChild;
  };
  const order = players.map((_, step) => (turn.leads + step) % players.length);
  const hand = fill(words.hand, { n: turn.hand });

  // Names in a sentence are isolated; see mark_names in web/site/rendering.py.
  const write = (place, sentence) => {
    place.replaceChildren(...sentence.split(/[\u2068\u2069]/)
      .map((part, index) => (index % 2 ? makeFixed("bdi", "", part) : part)));
  };
  const say = (title, about) => {
    const heading = find(".bar__title");
    const known = heading.textContent;
    write(heading, title);
    page.title = page.title.replace(known, () => heading.textContent);
    heading.classList.toggle("bar__title--long", heading.textContent.length > LONG);
    write(find(".bar__turn").lastElementChild, about);
  };

  const showPoints = (place, number, side) => {
    const { points, bags } = standings[side];
    Object.assign(place.dataset, { points, bags });
    number.textContent = signed(points).replace("+", "");
    const boxes = find(".bags", place);
    if (!boxes) return;
    boxes.ariaLabel = fill(words.bags, { n: bags });
    [...boxes.children].forEach((box, index) => box.classList.toggle("bags__box--full", index < bags));
  };

  const fillInBids = () => {
    say(hand, words.deals[turn.first]);
    const seats = order.map((seat) => find(`#bid_${seat}`));
    find(".ring").before(...seats);
    for (const seat of seats) if (seat.id !== `bid_${turn.first}`) find(".seat__deal", seat).remove();
    find(".back", seats.at(-1)).remove();
    if (!lastHand) return;
    find(".sides").classList.add("sides--stamped");
    const feats = Object.assign(make("div", "feats"), { ariaHidden: "true" });
    lastHand.score.forEach(({ lines }, side) => {
      for (const [reason, points, , seat] of lines.filter(([one]) => words.feats[one])) {
        const number = makeFixed("b", "slip__number", words.feats[reason]);
        number.append(make("br"), signed(points));
        add(feats, "p", `slip slip--board feat side--${side}`).append(makeFixed("bdi", "name", seat === null ? skeletons.sides[side] : players[seat]), number);
      }
    });
    if (feats.firstChild) find(".sides").after(feats);
    all(".side").forEach((place, side) => {
      const stamps = Object.assign(add(place, "p", "stamps"), { translate: false });
      for (const [text, isGood] of listStamps(skeletons, lastHand, side)) add(stamps, "span", isGood ? "stamp" : "stamp stamp--bad", text);
    });
  };

  const fillInBoard = () => {
    const total = sum(bids.map(count));
    const bidSoFar = fill(total > tables.tricks ? words.over : words.sum, { total, over: total - tables.tricks });
    say(words.leads[turn.leads], bids.length ? `${hand} \u00b7 ${bidSoFar}` : hand);
    const slips = tables.sides.map((_, side) => listSlips(skeletons, bids, side));
    const points = standings.map((side) => side.points);
    const longest = Math.max(...points.map((number) => String(number).length));
    const size = longest > 4 ? " board--longer" : longest > 3 ? " board--long" : Math.min(...points) < 0 ? " board--minus" : "";
    find(".board").className = `board board--${slips.length} board--slips-${Math.max(...slips.map((some) => some.length))}${size}`;
    all(".half").forEach((place, side) => {
      const box = find(".half__slips", place);
      box.replaceChildren();
      for (const [text, note, isAskew] of slips[side]) {
        const slip = add(box, "p", isAskew ? "slip slip--board slip--askew" : "slip slip--board");
        slip.append(makeFixed("b", "slip__number", text), make("span", "slip__word", note));
      }
      const own = tables.sides[side].map((seat) => bids[seat]);
      all(".half__bid > b", place).forEach((bid, index) => { bid.textContent = bids.length ? nameBid(words, own[index]) : ""; });
      find(".half__last", place).textContent = brought ? fill(words.brought, { n: turn.hand - 1, points: signed(brought[side]) }) : "";
      find(".half__swap", place).textContent = own.includes("blind nil") && !tallied ? words.exchange : "";
      find(".half__bags > p", place).textContent = words.bagCounts[standings[side].bags] ?? "";
    });
  };

  // Returns the questions: nils first, then the pile of a nil's side. A pile of one player is asked by the player's name.
  const ask = () => {
    const pooled = tables.sides.map((seats) => seats.filter((seat) => !bids.length || count(bids[seat])));
    const askPile = (side) => {
      const [seat, ...others] = pooled[side];
      if (others.length || tables.sides[side].length === 1) return find(`#side_${side}`);
      const pile = find("fieldset", parse(find(`#seat_${seat}`).outerHTML.replaceAll(`seat_${seat}`, `side_${side}`)));
      find(".key--more", pile).remove();
      find(".pad__keys", pile).classList.remove("pad__keys--few");
      return pile;
    };
    const hasNil = (side) => pooled[side].length < tables.sides[side].length;
    const sides = [...pooled.keys()].filter((side) => pooled[side].length).sort((one, other) => hasNil(other) - hasNil(one));
    return [
      ...[...bids.keys()].filter((seat) => !count(bids[seat])).map((seat) => [find(`#seat_${seat}`), 0, fill(words.bid, { n: nameBid(words, bids[seat]) })]),
      ...sides.map((side) => {
        const due = sum(tables.sides[side].map((seat) => count(bids[seat] ?? 0)));
        return [askPile(side), bids.length ? due : null, bids.length ? fill(words.contract, { n: due }) : ""];
      }),
    ];
  };

  const fillInTricks = () => {
    say(hand, words.dealt[turn.first]);
    const questions = ask();
    all("fieldset").forEach((question) => question.remove());
    find(".sides").after(...questions.map(([question]) => question));
    questions.forEach(([question, due, note], index) => {
      const isLast = index === questions.length - 1;
      const take = find(".take", question);
      find("[id$=-none]", question).classList.toggle("bidder__none", !isLast);
      take.classList.toggle("take--rest", isLast);
      take.htmlFor = `${question.id}-${isLast ? "ask" : "none"}`;
      find(".take__of", question).textContent = note;
      find(isLast ? ".back" : ".bidder__ask", question).remove();
      for (const number of all("[data-tricks]", question)) number.closest(".key").classList.toggle("key--due", number.value === String(due));
    });
    find(".face").className = find(".face").className.replace(/asks-\d+/, `asks-${questions.length}`);
    if (questions.length < 3) find(".sofar small").textContent = words.one;
    find(".save").textContent = fill(words.save, { n: turn.hand });
    fillInRecap(find(".recap"));
  };

  const fillInRecap = (recap) => {
    if (!bids.length) return recap.replaceWith(make("p", "recap", words.firstHand));
    // In the skeleton, seat 1 leads.
    const items = all(".recap__item", recap);
    const own = order.map((seat) => items.at(seat - 1));
    own.forEach((item, index) => { find("b", item).textContent = nameBid(words, bids[order[index]]); });
    recap.prepend(...own);
  };

  const fillInOver = () => {
    const { winner } = state.outcome;
    const over = find(".over", parse(skeletons.over.at(winner ?? -1)));
    const ranked = [...standings.keys()].sort((one, other) => (other === winner) - (one === winner) || standings[other].points - standings[one].points);
    over.append(find(".over__keys"));
    find(".over").replaceWith(over);
    if (state.event) {
      find("#rematch .button--main").replaceWith(Object.assign(make("a", "button button--main", words.offline.evening), { href: state.event }));
      for (const key of all("[form=rematch], .rotate")) key.remove();
    }
    all(".over__score > b", over).forEach((number, index) => { number.dataset.side = ranked[index]; });
    for (const number of all("[data-side]", over)) showPoints(number, number, Number(number.dataset.side));
    find("ul", over)?.append(...ranked.filter((side) => side !== winner).map((side) => find(`ul > .side--${side}`, over)));
  };

  all(".side, .half").forEach((place, side) => showPoints(place, find(".side__points, .half__points > span", place), side));
  ({ bids: fillInBids, board: fillInBoard, tricks: fillInTricks, over: fillInOver })[view]();
  // Names that were put in by the phone may be longer than the skeleton's.
  for (const name of all("label.seat, .take__name, .over__card, .side__name")) {
    const isLong = find("bdi", name).textContent.replaceAll("\u00ad", "").length > (name.matches("h2") ? 7 : 9);
    name.classList.toggle(`${name.classList[0]}--long`, isLong);
  }
  if (state.event && view !== "tricks") Object.assign(find(".bar__back"), { href: state.event, ariaLabel: words.offline.evening });
  if (state.place < 2) find(".bar__action--sheet").remove();
  for (const key of all("[form=undo]")) {
    if (!state.undo && (state.undo !== "" || key.matches(".menu__item"))) key.remove();
    else if (key.matches(".menu__item")) key.lastChild.textContent = state.undo;
    else key.ariaLabel = state.undo || words.offline["undo missing"];
    if (state.undo === "") key.ariaDisabled = "true";
    find("small", key)?.replaceChildren(state.undoes || words.offline["online only"]);
  }
  for (const form of all("form[data-keep]")) {
    Object.assign(form.dataset, { keep: `${state.id}-${view}-${state.place}`, version: state.place });
    delete form.dataset.waiting;
  }
  for (const number of all("[name=number]")) number.value = state.place;
  return page;
};

// Returns skeletons of unnamed players with these names; null for a player without one.
export const rename = (skeletons, players) => {
  const names = players.map((name, seat) => name ?? fill(skeletons.words.player, { n: seat + 1 }));
  const letters = names.map(([first], seat) => (names.filter((name) => name.startsWith(first)).length > 1 ? first + (seat + 1) : first));
  const put = (text, some) => text.replace(/[\ue000-\ue005]/g, (mark) => some[mark.charCodeAt() - 0xe000]);
  const escape = (name) => Object.assign(document.createElement("b"), { textContent: name }).innerHTML.replaceAll("\"", "&#34;");
  const [safeNames, safeLetters] = [names.map(escape), letters.map(escape)];
  const isLong = (partners) => put(partners.replace("&amp;", "&"), names).length > 11;
  const putIn = (html) => put(html.replace(/__letters"[^>]*>./g, (found) => put(found, safeLetters))
    .replace(/(side__who"[^>]*>)([^<]+)/g, (_, place, partners) => place + put(partners, isLong(partners) ? safeLetters : safeNames)), safeNames);
  const putInAll = (value) => JSON.parse(put(JSON.stringify(value), names.map((name) => JSON.stringify(name).slice(1, -1))));
  const { file, views, over, words, sides } = skeletons;
  return {
    ...skeletons,
    players: names,
    sides: putInAll(sides),
    words: putInAll(words),
    file: { ...file, players, sides: putInAll(file.sides) },
    views: Object.fromEntries(Object.entries(views).map(([view, html]) => [view, putIn(html)])),
    over: over.map(putIn),
  };
};

// What needs the server stays in its place; a tap says so.
document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[aria-disabled=true]");
  if (!key) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // Not below the menu.
  key.closest("details")?.removeAttribute("open");
  sayMissing();
}, true);
