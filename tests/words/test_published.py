"""What a feed and a calendar say of matches."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from scorekeeper.rules import Bid, HouseRules, Match
from scorekeeper.words import published as words
from tests.rules.table import Table

EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)


def test_a_match_is_told_in_some_lines(table: Table) -> None:
    table.start(target=100, opening=[(60, 0), (40, 0)])
    hour = EIGHT + timedelta(hours=1)
    match = replace(table.match, started=EIGHT, place="Kitchen", note="With cake.")
    match = match.bid([Bid(3)] * 4, hour).take([4, 3, 3, 3], noted=hour)
    assert words.told(match, EIGHT) == [
        "All reached 100: the higher score wins.",
        "Ann & Cleo 121 · Ben & Dan 100",
        "Friday, 20 November 2026, 20:00 · 1 h",
        "Kitchen",
        "Partners · to 100 · lost at −200 · 10 bags −100",
        "With cake.",
    ]


def test_what_nobody_said_is_left_out(duel: Table) -> None:
    match = replace(duel.match, started=EIGHT).end(EIGHT)
    assert words.told(match, EIGHT) == [
        "Ended early: nobody has won.",
        "Ann 0 · Ben 0",
        "Friday, 20 November 2026, 20:00",
        "Two players · to 500 · 10 bags −100",
    ]


def test_everybody_of_an_evening_is_named_once(any_language: str) -> None:
    house = HouseRules.of("two-player")
    matches = [Match.start(house, names) for names in (["Ann", "Ben"], ["Ben", "Zoë"])]
    assert words.evening(matches).endswith("Ann, Ben, Zoë")


def test_a_match_of_an_evening_has_the_time_of_its_table(duel: Table) -> None:
    match = replace(duel.match, started=EIGHT).end(EIGHT)
    assert words.of_evening(match, EIGHT) == "20:00 · No winner"
