"""Views drawn by a phone, compared with the pages of the server."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from scorekeeper import words
from scorekeeper.rules import Bid, Ending, Fact, Hand, HouseRules, Match, Record, Step
from scorekeeper.web.http.assets import collect_assets
from scorekeeper.web.site.match_page import describe_course
from tests.browser.match_views import measure_view
from tests.browser.phone import Phone
from tests.rules.score_cases import describe, record, start, write_hand
from tests.rules.table import share_bids

STATIC = Path(__file__).parents[2] / "static"
ASSETS = collect_assets(STATIC)
SCRIPTS = [f"/static/{ASSETS[name].digest}/{name}" for name in ("offline.js", "scores.js")]
NAMES = ("Ann", "Ben O’Neill", "Cleo", "Dan & Co", "Bartholomew", "D'Arcy", "Maximiliane", "Fay")
SHORT_NAMES = ("Ann", "B<n", "Cleo", "D&d", "E'v", "Fay")
"""Names that are never shortened, with different letters."""
QUERIES = {"bids": "", "board": "", "tricks": "?by=side", "end": "?change=end", "over": ""}
COMPARE = (Path(__file__).parent / "view_comparison.js").read_text("utf-8")


def make_state(
    random: Random, house: HouseRules, names: Sequence[str] = NAMES
) -> tuple[Match, str]:
    """Return a match at a random step, and the view of it."""
    match = start(random, house)
    names = random.sample(names, house.game.seats)
    for _ in range(random.choice((0, 1, 2, 3, 3, 12))):
        match = record(random, match, [])
    if match.step is not Step.OVER and random.random() < 0.2:
        match = match.end(datetime.now(UTC), random.choice([None, *range(len(match.sides))]))
    if match.step is Step.BIDS and random.random() < 0.7:
        bids = [random.choice((Bid(0), Bid(0, blind=True), Bid(1), Bid(3), Bid(5))) for _ in names]
        if house.bids_by == "side":
            bids = share_bids(house.game, bids)
        match = replace(match, hands=(*match.hands, Hand(tuple(bids))))
    match = match.with_names(names)
    if match.ended:
        match = replace(match, ended=datetime.now(UTC).replace(microsecond=0))
    if match.step is not Step.OVER and random.random() < 0.1:
        return match, "end"
    tricks = random.choice(("board", "tricks", "tricks"))
    return match, {Step.OVER: "over", Step.BIDS: "bids", Step.TRICKS: tricks}[match.step]


def compare(
    phone: Phone, match: Match, view: str, *, named: bool = True, shown: bool = False
) -> Any:
    """Return the difference between a view drawn on the phone and the page of the server.

    If it is `shown`, measure both instead.
    """
    public_id = phone.scorebook.start(phone.secret, match)
    address = f"/matches/{public_id}"
    names = None if named else list(match.players)
    about = [f"{address}/skeletons", names, *_describe_state(match, public_id), view]
    path = address + QUERIES[view]
    if not shown:
        return phone.page.evaluate(COMPARE, [SCRIPTS, path, *about])
    phone.open(path)
    before = measure_view(phone.page)
    phone.page.evaluate(COMPARE, [SCRIPTS, None, *about])
    return before, measure_view(phone.page)


def _describe_state(match: Match, public_id: str) -> list[Any]:
    """Return the base, the hands, and what else a phone knows of a match without a server."""
    opened = replace(match, hands=(), ended=None, awarded=None)
    last = match.hands[-1] if match.hands else None
    hands = [write_hand(match, hand) for hand in match.hands if hand.is_complete]
    fact = None
    if match.ended and match.outcome and match.outcome.ending in (Ending.EARLY, Ending.GIVEN_UP):
        fact = Record(Fact.END)
    elif last:
        kind = Fact.TRICKS if last.tricks else Fact.MISDEAL if last.redeal else Fact.BIDS
        fact = Record(kind, len(match.hands))
    about: dict[str, Any] = {
        "id": public_id,
        "version": 1,
        "bids": None if match.due_bids is None else [bid.notation for bid in match.due_bids],
        "lastHand": hands[-1] if last and last.tricks else None,
        "undo": words.changes.label_undo(match, fact) if fact else None,
        "undoes": words.table.capitalize(words.changes.name_change(match, fact)) if fact else None,
        "ended": match.ended is not None,
        "winner": match.awarded,
    }
    ends = {"ends": match.ends.isoformat()} if match.ends else {}
    return [describe(opened) | describe_course(opened) | ends, hands, about]
