"""The views of a match in every game, and their measurements."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from scorekeeper.rules import HouseRules, Match, Standing, Taker, read_bid
from tests.browser.scorebook import tonight
from tests.people import PLAYERS

LONG_NAMES = (
    "Maximiliane-Alexandra",
    "Bartholomäus Maria",
    "Anna-Katharina Luise",
    "Konstantin-Friedrich",
    "Wilhelmina Charlotte",
    "Hans-Joachim Wolfram",
)
BIDS: dict[str, tuple[int | str, ...]] = {
    "two-player": (5, "nil"),
    "three-handed": (5, "nil", 7),
    "partnership": (4, 4, 3, "nil"),
    "solo": (3, 3, 3, "nil"),
    "six-handed": (2, 3, 3, 2, "nil", 3),
}
TAKEN: dict[str, tuple[tuple[int | None, ...], tuple[int | None, ...]]] = {
    "two-player": ((12, 1), (None, None)),
    "three-handed": ((6, 1, 10), (None,) * 3),
    "partnership": ((None, None, None, 1), (7, 5)),
    "solo": ((3, 4, 5, 1), (None,) * 4),
    "six-handed": ((None, None, None, None, 0, None), (5, 6, 6)),
}
"""Tricks entered separately by seat, and the piles of the sides."""


def views(game: str, players: tuple[str, ...]) -> dict[str, tuple[Match, str, bool]]:
    """Return a match for each view, the query of its address, and whether to undo first."""
    new = _started(game, players)
    bid = new.bid([read_bid(one) for one in BIDS[game]])
    saved = bid.record_tricks(*TAKEN[game])
    return {
        "first bids": (new, "", False),
        "bids after a hand": (saved, "", False),
        "bids undone": (saved.bid([read_bid(one) for one in BIDS[game]]), "", True),
        "bids changed": (bid, "?change=bids", False),
        "board": (bid, "", False),
        "tricks": (bid, "?by=side", False),
        "tricks undone": (saved, "", True),
        "tricks by player": (bid, "?by=player", False),
        "tally": (bid.note_trick(Taker(0)), "", False),
    }


def _started(game: str, players: tuple[str, ...]) -> Match:
    house = HouseRules.of(game)
    opening = [Standing(342 - 250 * side, 2 + side) for side in range(len(house.game.sides))]
    return Match.start(house, players[: house.game.seats], opening=opening, started=tonight())


def ordinary_names(game: str) -> tuple[str, ...]:
    """Return short names; in solo games they begin alike."""
    return ("Mark", "Maria", "Max", "Mia") if game == "solo" else PLAYERS[game]


SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
  const what = entry.sources.map(({ node }) => node?.className || node?.nodeName);
  window.shifts.push(`${entry.value.toFixed(3)} ${what}`);
})).observe({ type: "layout-shift", buffered: true });
addEventListener("scroll", () => { window.scrolled = true; }, true);
"""
"""A script that records layout shifts after the first paint, and scrolling."""

MEASURED = """
() => {
  const seen = (place) => place.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && getComputedStyle(place).clipPath === "none" && !place.closest(".hidden");
  const round = (number) => Math.round(number * 10) / 10;
  const box = (place) => {
    const { x, y, width, height } = place.getBoundingClientRect();
    return [x, y, width, height].map(round);
  };
  const view = document.querySelector(".face");
  const all = (selector) => [...view.querySelectorAll(selector)];
  const name = (place) => (place.textContent.trim() || place.ariaLabel || place.className)
    .replace(/\\s+/g, " ").slice(0, 24);
  // A key is free where a finger on its middle or near a corner reaches it and nothing else.
  const free = (place) => {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    const spots = [[(left + right) / 2, (top + bottom) / 2], [left + 8, top + 8],
      [right - 8, top + 8], [left + 8, bottom - 8], [right - 8, bottom - 8]];
    return spots.every(([x, y]) => place.contains(document.elementFromPoint(x, y)));
  };
  // Of keys in one place the uppermost is seen.
  const height = (place) => Number(getComputedStyle(place).zIndex) || 0;
  const drawn = all(".key").filter(seen).sort((one, other) => height(one) - height(other));
  const top = new Map(drawn.map((place) => [`${box(place)}`, place]));
  const covered = new Set(drawn.filter((place) => top.get(`${box(place)}`) !== place));
  const keys = all(".key").filter((place) => drawn.includes(place) && !covered.has(place))
    .map((place) => ({ name: name(place), box: box(place), free: free(place) }));
  const lines = [];
  const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (!textContent.trim() || !seen(parentElement) || parentElement.closest(".stamp")
      || covered.has(parentElement.closest(".key"))) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    // What is cut is not seen.
    const isCut = getComputedStyle(parentElement).overflow === "hidden";
    const { right, bottom } = isCut ? parentElement.getBoundingClientRect() : {};
    for (const { x, y, width, height } of range.getClientRects()) {
      if (y + height / 2 > bottom) continue;
      lines.push({ name: name(parentElement), at: parentElement,
        box: [x, y + height * .2, isCut ? Math.min(width, right - x) : width, height * .6] });
    }
  }
  for (const place of all(".bags__box, .stamp")) {
    lines.push({ name: place.className, at: place, box: box(place) });
  }
  const meets = ([x, y, width, height], [left, top, wide, high]) =>
    Math.min(x + width, left + wide) - Math.max(x, left) > 2
    && Math.min(y + height, top + high) - Math.max(y, top) > 2;
  const overlaps = lines.flatMap((one, place) => lines.slice(place + 1)
    .filter((other) => one.at !== other.at && meets(one.box, other.box))
    .map((other) => `${one.name} and ${other.name}`));
  const screen = document.documentElement;
  const points = all(".half__points > span").map((place) => ({
    size: parseFloat(getComputedStyle(place).fontSize),
    fits: place.getBoundingClientRect().width <= place.parentElement.clientWidth + 1,
  }));
  const cut = all(".half__who, .half__name, .half__near, .take__name bdi, .slip, .stamp")
    .filter((place) => seen(place) && (place.scrollWidth > place.clientWidth + 1
      || place.scrollHeight > place.clientHeight + 4)).map(name);
  return {
    keys,
    overlaps: [...new Set(overlaps)],
    points,
    cut,
    // A nil bidder is asked with a few large keys first.
    pads: [...document.querySelectorAll(".pad__keys")]
      .map((pad) => [...pad.children].filter((key) => key.checkVisibility()).map(box))
      .filter((places) => places.length > 13),
    save: all(".save, .sofar, .redo").filter(seen).map(box)[0],
    bar: document.querySelector(".bar").getBoundingClientRect().bottom,
    title: box(document.querySelector(".bar__text")),
    // Half a pixel is rounded up.
    wide: document.scrollingElement.scrollWidth > screen.clientWidth + 1,
    screen: [screen.clientWidth, innerHeight],
  };
}
"""

Box = tuple[float, float, float, float]


def measure_view(page: Page) -> dict[str, Any]:
    seen: dict[str, Any] = page.evaluate(MEASURED)
    return seen


def find_shifts(page: Page) -> list[str]:
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    found: list[str] = page.evaluate("() => window.shifts")
    return found


def find_faults(seen: dict[str, Any], key: tuple[int, int]) -> Iterator[str]:
    """Yield the problems of a view; keys have a minimum width and height."""
    if seen["wide"]:
        yield "wider than the screen"
    for one in seen["keys"]:
        if one["box"][2] < key[0] - 0.1 or one["box"][3] < key[1] - 0.1:
            yield f"“{one['name']}” is {one['box'][2]} × {one['box'][3]}"
    yield from _crowded(seen["keys"])
    yield from (f"overlap: {pair}" for pair in seen["overlaps"])
    yield from (f"points do not fit: {one['size']}" for one in seen["points"] if not one["fits"])
    yield from (f"cut: {name}" for name in seen["cut"])
    if seen["title"][1] < 0 or seen["title"][1] + seen["title"][3] > seen["bar"] + 0.5:
        yield f"the title is at {seen['title']}"


def find_unreachable(seen: dict[str, Any]) -> Iterator[str]:
    _, height = seen["screen"]
    for one in seen["keys"]:
        _, top, _, high = one["box"]
        if top < seen["bar"] or top + high > height:
            yield f"“{one['name']}” at {top} to {top + high}"
        elif not one["free"]:
            yield f"“{one['name']}” is covered"


def find_moved(seen: dict[str, Any], places: list[Box]) -> Iterator[str]:
    """Yield keys that moved since an earlier view; the first position is stored."""
    for pad in seen["pads"]:
        keys = [seen["save"] or places[0], *pad]
        places += keys[len(places) :]
        for place, key in zip(places, keys, strict=False):
            if any(abs(one - other) > 1 for one, other in zip(place, key, strict=True)):
                yield f"key at {key}, not at {place}"
                break


def _crowded(keys: list[dict[str, Any]]) -> Iterator[str]:
    for place, one in enumerate(keys):
        for other in keys[place + 1 :]:
            if _distance(one["box"], other["box"]) < 7.5:
                yield f"“{one['name']}” is near “{other['name']}”"


def _distance(one: Box, other: Box) -> float:
    x, y, width, height = one
    left, top, wide, high = other
    beside = max(left - (x + width), x - (left + wide))
    below = max(top - (y + height), y - (top + high))
    return max(beside, below)
