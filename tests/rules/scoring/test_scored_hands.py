"""Hands of partners: why Gold gets its points and bags, line by line."""

from typing import Any

import pytest

from tests.rules.table import Table

PLAIN = [4, 3, 3, 3]
NIL, BLIND_NIL, TEN = ["nil", 3, 4, 3], ["blind nil", 4, 4, 4], [5, 1, 5, 1]
BLIND, BLIND_SIX = ["blind 3", 3, "blind 3", 3], ["blind 6", 3, 1, 3]
TEN_FOR_200 = {"at": 10, "made": 200, "set": -100}
TEN_EXTRA = {"at": 10, "made": 50, "set": -20, "how": "extra"}
MADE, FAILED, TRICKS = "contract made", "nil failed -100", "tricks of a failed nil"

# House rules, bids, tricks of Gold (and those of Ann's nil), the lines, and new bags.
HANDS: dict[str, tuple[dict[str, Any], list[int | str], tuple[int, ...], str, int]] = {
    "made": ({}, PLAIN, (7,), "contract made 70", 0),
    "set": ({}, [4, 3, 4, 3], (7,), "contract set -80", 0),
    "set by ten": ({}, [6, 1, 6, 1], (2,), "contract set -120", 0),
    "all tricks": ({}, [7, 3, 6, 3], (13,), "contract made 130", 0),
    "two overtricks": ({}, PLAIN, (9,), "contract made 70, overtricks 2", 2),
    "overtricks for nothing": (
        {"overtrick_points": 0}, PLAIN, (9,), "contract made 70, overtricks 0", 2,
    ),
    "nil made": ({}, ["nil", 4, 4, 4], (4, 0), "contract made 40, nil made 100", 0),
    "nil made, set": ({}, ["nil", 4, 3, 4], (2, 0), "contract set -30, nil made 100", 0),
    "nil for less": ({"nil_bonus": 50}, ["nil", 4, 4, 4], (4, 0), f"{MADE} 40, nil made 50", 0),
    "nil failed": ({}, NIL, (4, 2), f"{MADE} 40, {FAILED}, {TRICKS} 2", 2),
    "nil failed, set": ({}, NIL, (3, 1), f"contract set -40, {FAILED}, {TRICKS} 1", 1),
    "nil failed, overtricks": (
        {}, NIL, (6, 1), f"{MADE} 40, {FAILED}, overtricks 2, {TRICKS} 1", 3,
    ),
    "tricks of a nil help": (
        {"failed_nil": "help"}, NIL, (4, 2), f"{MADE} 40, {FAILED}, overtricks 2", 2,
    ),
    "tricks of a nil make the contract": (
        {"failed_nil": "help"}, NIL, (3, 2), f"{MADE} 40, {FAILED}, overtricks 1", 1,
    ),
    "tricks of a nil help too little": (
        {"failed_nil": "help"}, ["nil", 3, 6, 3], (3, 2), f"contract set -60, {FAILED}", 0,
    ),
    "tricks of a nil are bags alone": (
        {"failed_nil": "bags only"}, NIL, (4, 2), f"{MADE} 40, {FAILED}, {TRICKS} 0", 2,
    ),
    "tricks of a nil are bags alone, set": (
        {"failed_nil": "bags only"}, NIL, (3, 2), f"contract set -40, {FAILED}, {TRICKS} 0", 2,
    ),
    "tricks of a nil are nothing": (
        {"failed_nil": "nothing"}, NIL, (4, 2), f"{MADE} 40, {FAILED}", 0,
    ),
    "tricks of a nil are nothing, set": (
        {"failed_nil": "nothing"}, NIL, (3, 2), f"contract set -40, {FAILED}", 0,
    ),
    "tricks of a nil without overtrick points": (
        {"overtrick_points": 0}, NIL, (4, 1), f"{MADE} 40, {FAILED}, {TRICKS} 0", 1,
    ),
    "nil failed for less": (
        {"nil_penalty": 75}, NIL, (4, 1), f"{MADE} 40, nil failed -75, {TRICKS} 1", 1,
    ),
    "blind nil made": ({}, BLIND_NIL, (4, 0), f"{MADE} 40, blind nil made 200", 0),
    "blind nil for less": (
        {"blind_nil_bonus": 150}, BLIND_NIL, (4, 0), f"{MADE} 40, blind nil made 150", 0,
    ),
    "blind nil failed": (
        {}, BLIND_NIL, (4, 1), f"{MADE} 40, blind nil failed -200, {TRICKS} 1", 1,
    ),
    "blind nil failed for more": (
        {"blind_nil_penalty": 400}, BLIND_NIL, (4, 1),
        f"{MADE} 40, blind nil failed -400, {TRICKS} 1", 1,
    ),
    "set costs the bid": ({"set_penalty": "bid"}, PLAIN, (5,), "contract set -70", 0),
    "set costs nothing": ({"set_penalty": "none"}, PLAIN, (5,), "contract set 0", 0),
    "set costs the rest": ({"set_penalty": "shortfall"}, PLAIN, (5,), "contract set -20", 0),
    "set costs nothing, nil made": (
        {"set_penalty": "none"}, ["nil", 4, 3, 4], (2, 0), "contract set 0, nil made 100", 0,
    ),
    "blind set costs the rest": (
        {"set_penalty": "shortfall", "blind_minimum": 6}, ["blind 6", 3, 2, 3], (7,),
        "contract set -10", 0,
    ),
    "blind made": ({"blind_minimum": 6}, BLIND, (6,), "contract made 120", 0),
    "blind with overtricks": (
        {"blind_minimum": 6}, BLIND, (8,), "contract made 120, overtricks 2", 2,
    ),
    "blind set": ({"blind_minimum": 6}, BLIND, (5,), "contract set -120", 0),
    "blind set once": (
        {"blind_minimum": 6, "blind_set_factor": 1}, BLIND, (5,), "contract set -60", 0,
    ),
    "blind made twice, set once": (
        {"blind_minimum": 6, "blind_set_factor": 1}, BLIND, (6,), "contract made 120", 0,
    ),
    "blind three times": (
        {"blind_minimum": 6, "blind_factor": 3}, BLIND, (6,), "contract made 180", 0,
    ),
    "blind once": ({"blind_minimum": 6, "blind_factor": 1}, BLIND, (6,), "contract made 60", 0),
    "one partner blind": ({"blind_minimum": 6}, BLIND_SIX, (7,), "contract made 130", 0),
    "big bid made": ({"big_bids": [TEN_FOR_200]}, TEN, (10,), "contract made 200", 0),
    "big bid with an overtrick": (
        {"big_bids": [TEN_FOR_200]}, TEN, (11,), "contract made 200, overtricks 1", 1,
    ),
    "big bid set": ({"big_bids": [TEN_FOR_200]}, TEN, (9,), "contract set -100", 0),
    "more than the big bid": (
        {"big_bids": [TEN_FOR_200]}, [6, 1, 6, 1], (12,), "contract made 200", 0,
    ),
    "below the big bid": ({"big_bids": [TEN_FOR_200]}, [5, 1, 4, 1], (9,), "contract made 90", 0),
    "big in tricks alone": (
        {"big_bids": [TEN_FOR_200]}, [5, 1, 4, 1], (10,), "contract made 90, overtricks 1", 1,
    ),
    "big bid with a nil": (
        {"big_bids": [TEN_FOR_200]}, ["nil", 1, 10, 1], (10, 0),
        "contract made 200, nil made 100", 0,
    ),
    "blind big bid": (
        {"big_bids": [TEN_FOR_200], "blind_minimum": 6}, ["blind 10", 1, 1, 1], (11,),
        "contract made 200", 0,
    ),
    "big bid set where a set costs nothing": (
        {"big_bids": [TEN_FOR_200], "set_penalty": "none"}, TEN, (9,), "contract set -100", 0,
    ),
    "big bid on top": (
        {"big_bids": [TEN_EXTRA]}, TEN, (10,), "contract made 100, big bid made 50", 0,
    ),
    "big bid on top, set": (
        {"big_bids": [TEN_EXTRA]}, TEN, (9,), "contract set -100, big bid set -20", 0,
    ),
    "big bid on top, set for nothing": (
        {"big_bids": [{**TEN_EXTRA, "set": 0}]}, TEN, (9,), "contract set -100", 0,
    ),
    "big bid on top, with an overtrick": (
        {"big_bids": [TEN_EXTRA]}, TEN, (11,),
        "contract made 100, big bid made 50, overtricks 1", 1,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("house", "bids", "tricks", "lines", "bags"), HANDS.values(), ids=HANDS)
def test_each_hand_has_its_lines(
    table: Table,
    house: dict[str, Any],
    bids: list[int | str],
    tricks: tuple[int, ...],
    lines: str,
    bags: int,
) -> None:
    table.start(**house)
    nil = {"Ann": tricks[1]} if len(tricks) > 1 else {}
    table.play(bids, Gold=tricks[0], Blue=13 - sum(tricks), **nil)
    assert ", ".join(f"{reason} {points}" for reason, points in table.lines("Gold")) == lines
    assert table.score("Gold").bags == bags
