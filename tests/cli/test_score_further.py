"""`scorekeeper score`: rulings, the second wave of house rules, and the further games."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main

FOUR = ["Ann", "Ben", "Cleo", "Dan"]
PLAYED = {"bids": [4, 3, 3, 2], "piles": {"Gold": 8, "Blue": 5}}
REVOKE = {"kind": "revoke", "seat": 0, "tricks": 3, "to": "Blue", "note": "club under heart"}


def score(match: dict[str, Any], *options: str) -> str:
    written = json.dumps({"format": "spades-match/1", "players": FOUR, **match})
    return CliRunner().invoke(main, ["score", *options], input=written).stdout


def partners(*hands: dict[str, Any], **house: Any) -> dict[str, Any]:
    return {"house": {"game": "partnership", **house}, "hands": list(hands)}


def scored(match: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(score(match))
    return found


def points(match: dict[str, Any]) -> list[int]:
    return [standing["points"] for standing in scored(match)["standings"]]


@pytest.mark.parametrize(
    ("ruling", "lines", "standings"),
    [
        pytest.param(
            REVOKE,
            [
                [["contract set", -70], ["ruling", 0]],
                [["contract made", 50], ["tricks by ruling", 0]],
            ],
            [-70, 50],
            id="tricks",
        ),
        pytest.param(
            {"kind": "revoke", "seat": 1, "set": True},
            [[["contract made", 70], ["overtricks", 1]], [["contract set", -50], ["ruling", 0]]],
            [71, -50],
            id="set",
        ),
        pytest.param(
            {"kind": "table talk", "seat": 3, "points": 30},
            [[["contract made", 70], ["overtricks", 1]], [["contract made", 50], ["ruling", -30]]],
            [71, 20],
            id="points",
        ),
    ],
)
def test_a_ruling_is_a_line_of_its_hand(
    ruling: dict[str, Any], lines: list[Any], standings: list[int]
) -> None:
    match = partners(PLAYED | {"rulings": [ruling]})
    assert [side["lines"] for side in scored(match)["hands"][0]["sides"]] == lines
    assert points(match) == standings


def test_the_sheet_for_people_tells_of_a_ruling() -> None:
    printed = score(partners(PLAYED | {"rulings": [REVOKE]}), "--table")
    assert "     −70  Gold: bid 4 + 3 = 7, took 5: set\n" in printed
    assert "       0  Gold: ruling against Ann: 3 tricks less\n" in printed
    assert "       0  Blue: 3 tricks given by a ruling\n" in printed


@pytest.mark.parametrize(
    ("ruling", "words"),
    [
        ({"kind": "tripping", "seat": 0}, "“tripping” is not one of the choices"),
        ({"kind": "revoke", "seat": 4}, "there is no seat 4"),
        ({"kind": "revoke", "seat": 0, "tricks": 3, "to": "Gold"}, "go to another side"),
        ({"kind": "revoke", "seat": 0, "points": 501}, "A ruling takes 0 to 500 points"),
        ({"kind": "revoke", "seat": 0, "set": "yes"}, "“set” is not yes or no"),
    ],
)
def test_a_ruling_that_cannot_be_is_told_with_its_hand(ruling: dict[str, Any], words: str) -> None:
    error = scored(partners(PLAYED | {"rulings": [ruling]}))["error"]
    assert error.startswith("hand 1: ")
    assert words.casefold() in error.casefold()


@pytest.mark.parametrize(
    ("house", "hand", "standings"),
    [
        pytest.param(
            {"set_penalty": "none"}, {"piles": {"Gold": 6, "Blue": 7}}, [0, 52], id="no penalty"
        ),
        pytest.param(
            {"set_penalty": "shortfall"},
            {"piles": {"Gold": 4, "Blue": 9}},
            [-30, 54],
            id="shortfall",
        ),
        pytest.param(
            {"big_bids": [{"at": 7, "made": 200, "set": -100}]},
            {"piles": {"Gold": 8, "Blue": 5}},
            [201, 50],
            id="big bid instead",
        ),
        pytest.param(
            {"big_bids": [{"at": 7, "made": 200, "set": -100, "how": "extra"}]},
            {"piles": {"Gold": 6, "Blue": 7}},
            [-170, 52],
            id="big bid on top",
        ),
        pytest.param(
            {"first_hand": "bids itself"},
            {"bids": [], "piles": {"Gold": 8, "Blue": 5}},
            [80, 50],
            id="first hand bids itself",
        ),
        pytest.param(
            {"blind_minimum": 6},
            {"bids": ["blind 3", 3, "blind 3", 2], "piles": {"Gold": 7, "Blue": 6}},
            [121, 51],
            id="blind bid of a pair",
        ),
    ],
)
def test_a_hand_is_scored_by_the_house_rules_of_its_table(
    house: dict[str, Any], hand: dict[str, Any], standings: list[int]
) -> None:
    assert points(partners({"bids": [4, 3, 3, 2]} | hand, **house)) == standings


@pytest.mark.parametrize(
    ("house", "outcome"),
    [
        ({"sets_to_lose": 1}, {"winner": 1, "ending": "sets"}),
        ({"hand_limit": 1}, {"winner": 1, "ending": "hands"}),
        ({"minutes": 60}, {"winner": 1, "ending": "time"}),
    ],
)
def test_a_match_ends_as_the_table_agreed(house: dict[str, Any], outcome: dict[str, Any]) -> None:
    hand = {"bids": [4, 3, 3, 2], "piles": {"Gold": 6, "Blue": 7}, "noted": "2026-11-20T21:01:00Z"}
    match = partners(hand, **house) | {"started": "2026-11-20T20:00:00Z"}
    assert scored(match)["outcome"] == outcome


@pytest.mark.parametrize(
    ("house", "bids", "words"),
    [
        ({"board": 4}, [1, 3, 2, 3], "Gold bid 3: at this table it takes at least 4"),
        ({"bidding": "mirror"}, [3, 3, 3, 3], "the bids add up to 12"),
        ({"bidding": "suicide"}, [3, "nil", 3, 4], "one partner of Gold has to bid nil"),
        ({"forbidden_total": 13}, [4, 3, 4, 2], "the bids add up to 13"),
    ],
)
def test_bids_the_table_does_not_allow_are_told(
    house: dict[str, Any], bids: list[Any], words: str
) -> None:
    error = scored(partners({"bids": bids}, **house))["error"]
    assert error.startswith("hand 1: ")
    assert words.casefold() in error.casefold()


@pytest.mark.parametrize(
    ("match", "standings", "turn"),
    [
        pytest.param(
            {
                "house": {"game": "three-handed"},
                "players": FOUR[:3],
                "first": 0,
                "hands": [{"bids": [6, "nil", 5], "tricks": [10, 0, 7]}],
            },
            [64, 100, 52],
            {"hand": 2, "step": "bids", "deals": 1, "bids": 2, "leads": 2},
            id="three-handed",
        ),
        pytest.param(
            {
                "house": {"game": "solo"},
                "first": 3,
                "hands": [{"bids": [3, 4, 3, 3], "tricks": [4, 3, 3, 3]}],
            },
            [31, -40, 30, 30],
            {"hand": 2, "step": "bids", "deals": 0, "bids": 1, "leads": 1},
            id="solo",
        ),
        pytest.param(
            {
                "house": {"game": "six-handed"},
                "players": [*FOUR, "Eve", "Finn"],
                "first": 5,
                "hands": [
                    {
                        "bids": [2, 3, 2, 3, 3, 3],
                        "piles": {"Gold": 7, "Blue": 5, "Green": 5},
                    }
                ],
            },
            [52, -60, 50],
            {"hand": 2, "step": "bids", "deals": 0, "bids": 1, "leads": 1},
            id="six-handed",
        ),
    ],
)
def test_the_further_games_are_scored(
    match: dict[str, Any], standings: list[int], turn: dict[str, Any]
) -> None:
    assert points(match) == standings
    assert scored(match)["turn"] == turn


def test_the_sheet_for_people_names_three_pairs() -> None:
    hand = {"bids": [2, 3, 2, 3, 3, 3], "piles": {"Gold": 7, "Blue": 5, "Green": 5}}
    match = {
        "house": {"game": "six-handed"},
        "players": [*FOUR, "Eve", "Finn"],
        "first": 5,
        "hands": [hand],
    }
    printed = score(match, "--table")
    assert printed.startswith("Six, three pairs · to 500 · lost at −200 · 10 bags −100\n")
    assert "      50  Green (Cleo & Finn), 0 bags\n" in printed
    assert "Hand 2: Ann deals · Ben leads." in printed
