"""The match file that a phone writes of what is only on it."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from playwright.sync_api import Page

from scorekeeper.rules import Bid, HouseRules, Match, Standing, Step, match_file
from scorekeeper.rules.limits import MAX_OPENING_POINTS
from scorekeeper.rules.score_tables import score_tables
from tests.browser.offline_scripts import CONFLICT, SCORES, STATIC, call
from tests.rules.score_cases import BEGAN, describe, make_house, make_match
from tests.rules.table import PLAYERS

WRITE = "({ matchFile }, all) => all.map(matchFile)"
SCHEMA = Draft202012Validator(json.loads((STATIC / "match-file.schema.json").read_text()))
Entry = tuple[Mapping[str, Any], datetime]
START = {"fact": "start", "id": "c3BhZGVzLW1hdGNoLTAwMQ"}


def write(page: Page, *kept: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the names and the files that a phone writes of what it keeps."""
    written = call(page, [SCORES, CONFLICT], WRITE, kept)
    return [(one["name"], one["file"]) for one in written]


def keep(known: Match, *entries: Entry, before: Match | None = None) -> dict[str, Any]:
    """Return what a phone keeps of a match that the server had as known."""
    written = match_file.write(known)
    return {
        "skeletons": {
            "file": {name: written[name] for name in ("format", "house", "players", "sides")},
            "tables": score_tables(known.house),
        },
        "base": write_base(known),
        "before": before and write_base(before),
        "entries": [{"says": says, "at": read_clock(at)} for says, at in entries],
        "at": read_clock(known.last_noted or BEGAN),
    }


def write_base(match: Match) -> dict[str, Any]:
    base, bids = describe(match), match.due_bids
    base["progress"]["minutes"] = match.minutes_at(match.last_noted)
    return base | {"bids": None if bids is None else [bid.notation for bid in bids]}


def read_clock(moment: datetime) -> float:
    return moment.timestamp() * 1000


def list_entries(random: Random, known: Match, match: Match) -> Iterator[Entry]:
    """Yield the entries of the hands that were added to a match, with slips put right."""
    for place, hand in enumerate(match.hands[len(known.hands) :], start=len(known.hands) + 1):
        misdeal, undo = {"fact": "misdeal", "place": place}, {"fact": "undo"}
        bids = misdeal | {"fact": "bids", "bids": [bid.notation for bid in hand.bids or ()]}
        facts = [[misdeal]]
        if hand.tricks is not None:
            piles = {str(side): pile for side, pile in enumerate(hand.tricks.piles)}
            tricks = misdeal | {"fact": "tricks", "tricks": hand.tricks.seats, "piles": piles}
            correct = {**bids, **tricks, "fact": "correct"}
            facts = [random.choice(([bids], [bids, bids], [misdeal, undo, bids])) * bool(hand.bids)]
            facts += [random.choice(([tricks], [misdeal, undo, tricks], [tricks, correct]))]
        yield from ((says, hand.noted or BEGAN) for some in facts for says in some)


def test_a_match_goes_on_in_its_file_from_what_the_server_has(page: Page) -> None:
    random = Random(7)
    matches = [make_match(random, make_house(random), []) for _ in range(200)]
    open_ones = [
        (known, match)
        for known, match in matches
        if known.step is not Step.OVER
        and max(abs(side.points) for side in known.standings) <= MAX_OPENING_POINTS
    ]
    kept = [keep(known, *list_entries(random, known, match)) for known, match in open_ones]
    assert len(open_ones) > 100
    for (known, match), (_, file) in zip(open_ones, write(page, *kept), strict=True):
        read = match_file.read(file)
        assert (read.standings, read.turn.first) == (match.standings, match.turn.first)
        assert (read.players, read.sides) == (match.players, match.sides)
        assert [(hand.bids, hand.tricks) for hand in read.hands] == [
            (hand.bids, hand.tricks) for hand in match.hands[len(known.hands) :]
        ]
        assert read.ended == match.ended


def test_a_match_that_was_started_on_the_phone_is_all_in_its_file(page: Page) -> None:
    random, kept, matches = Random(8), [], []
    for _ in range(120):
        _, match = make_match(random, make_house(random), [])
        new = Match.start(match.house, [None] * len(match.players), first=match.first)
        if match.opening == new.opening:
            written = match_file.write(match)
            start = START | {name: written[name] for name in ("house", "players", "first")}
            kept.append(keep(new, (start, BEGAN), *list_entries(random, new, match)))
            matches.append(match)
    assert len(matches) > 30
    for match, (_, file) in zip(matches, write(page, *kept), strict=True):
        read = match_file.read(file)
        SCHEMA.validate(file)
        assert file["id"] == START["id"]
        assert (read.players, read.sides) == (match.players, match.sides)
        assert (read.standings, read.turn) == (match.standings, match.turn)
        assert (read.outcome, read.ended) == (match.outcome, match.ended)


BIDS = {"fact": "bids", "place": 2, "bids": [4, 3, "nil", 2]}
TRICKS = {"fact": "tricks", "place": 2, "tricks": [None, None, 1, None], "piles": {"0": 6, "1": 6}}


@pytest.mark.parametrize(
    ("entries", "name", "hands"),
    [
        ([], "spades-hand-2.json", [[4, 3, "nil", 2]]),
        ([TRICKS], "spades-hand-2.json", [[4, 3, "nil", 2]]),
        ([TRICKS, BIDS | {"place": 3}], "spades-hands-2-to-3.json", [[4, 3, "nil", 2]] * 2),
        (
            [{"fact": "misdeal", "place": 2}, BIDS | {"place": 3}],
            "spades-hand-2.json",
            2 * [[4, 3, "nil", 2]],
        ),
    ],
    ids=["bids of the server", "tricks", "next bids", "misdeal"],
)
def test_a_file_begins_with_the_hand_that_the_server_has_begun(
    page: Page, entries: list[dict[str, Any]], name: str, hands: list[Any]
) -> None:
    match = Match.start(HouseRules(), PLAYERS["partnership"]).bid([Bid(3)] * 4)
    match = match.record_tricks([None] * 4, [7, 6]).bid([Bid(4), Bid(3), Bid(0), Bid(2)])
    [(named, file)] = write(page, keep(match, *((says, BEGAN) for says in entries)))
    read = match_file.read(file)
    assert named == name
    assert [hand["bids"] for hand in file["hands"]] == hands
    assert file["opening"] == [{"points": 61, "bags": 1}, {"points": 60, "bags": 0}]
    assert (read.first, len(read.hands)) == (0, len(hands))


def test_a_file_begins_before_a_hand_of_the_server_that_was_undone(page: Page) -> None:
    before = Match.start(HouseRules(), PLAYERS["partnership"]).bid([Bid(3)] * 4)
    known = before.record_tricks([None] * 4, [7, 6])
    taken = TRICKS | {"place": 1, "tricks": [None] * 4, "piles": {"0": 8, "1": 5}}
    entries = [{"fact": "undo"}, BIDS | {"place": 1}, {"fact": "undo"}, taken]
    kept = keep(known, *((says, BEGAN) for says in entries), before=before)
    [(name, file)] = write(page, kept)
    read = match_file.read(file)
    assert (name, read.first, len(read.hands)) == ("spades-hand-1.json", 3, 1)
    assert read.opening == (Standing(), Standing())
    assert read.hands[0].bids == (Bid(3),) * 4


@pytest.mark.parametrize("says", [{}, {"winner": None}, {"winner": 1}])
def test_a_match_that_was_ended_on_the_phone_has_ended_in_its_file(
    page: Page, says: dict[str, Any]
) -> None:
    match = Match.start(HouseRules(), PLAYERS["partnership"])
    [(_, file)] = write(page, keep(match, ({"fact": "end", **says}, BEGAN)))
    assert (file["hands"], file["ended"]) == ([], "2026-11-20T20:00:00.000Z")
    assert match_file.read(file).awarded == says.get("winner")
