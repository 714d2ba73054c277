"""Hands: why a side gets its points and bags, line by line."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from scorekeeper.rules import BigBid, HouseRuleError, HouseRules, get_contract
from tests.rules.table import Table
from tests.rules.test_properties import calm

PLAIN = [4, 3, 3, 3]
NIL, BLIND_NIL, TEN = ["nil", 3, 4, 3], ["blind nil", 4, 4, 4], [5, 1, 5, 1]
BLIND, BLIND_SIX = ["blind 3", 3, "blind 3", 3], ["blind 6", 3, 1, 3]
TEN_FOR_200 = {"at": 10, "made": 200, "set": -100}
TEN_EXTRA = {"at": 10, "made": 50, "set": -20, "how": "extra"}
MADE, FAILED, TRICKS = "contract made", "nil failed -100", "tricks of a failed nil"

# House rules, bids, tricks of Gold (and those of Ann's nil), the lines, and new bags.
HANDS: dict[str, tuple[dict[str, Any], list[int | str], tuple[int, ...], str, int]] = {
    "set": ({}, [4, 3, 4, 3], (7,), "contract set -80", 0),
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


def test_a_contract_is_the_sum_of_its_bids(table: Table) -> None:
    table.play([5, 3, 2, 3], Gold=7, Blue=6)
    assert table.score("Gold").contract == 7


def test_a_side_without_contract_neither_made_nor_set(duel: Table) -> None:
    duel.play(["nil", 8], 0, 13)
    assert (duel.score("Ann").made, duel.score("Ben").made) == (None, True)


def test_a_hand_without_bids_has_no_contract(table: Table) -> None:
    assert get_contract(table.match.house.game, (), side=0) == 0


def test_the_line_of_a_nil_has_its_bidder(table: Table) -> None:
    table.play([5, 4, "nil", 3], Cleo=2, Gold=5, Blue=6)
    assert [(line.seat, line.amount) for line in table.score("Gold").lines] == [
        (None, 5),
        (2, 2),
        (None, 2),
    ]


BOTH = ["nil", 5, "nil", 5]
NIL_MADE, NIL_FAILED = ("nil made", 100), ("nil failed", -100)
CHOICES = ["separate", "together", "no bags", "forbidden"]


@pytest.mark.parametrize(
    ("choice", "ann", "cleo", "lines", "bags"),
    [
        ("separate", 0, 0, [NIL_MADE, NIL_MADE], 0),
        ("separate", 0, 2, [NIL_MADE, NIL_FAILED, ("tricks of a failed nil", 2)], 2),
        ("separate", 1, 2, [NIL_FAILED, NIL_FAILED, ("tricks of a failed nil", 3)], 3),
        ("together", 0, 0, [("both nils made", 200)], 0),
        ("together", 0, 2, [("both nils failed", -200)], 0),
        ("together", 1, 2, [("both nils failed", -200)], 0),
        ("no bags", 0, 0, [NIL_MADE, NIL_MADE], 0),
        ("no bags", 0, 2, [NIL_MADE, NIL_FAILED], 0),
        ("no bags", 1, 2, [NIL_FAILED, NIL_FAILED], 0),
    ],
)
def test_two_nils_score_as_the_table_chose(
    table: Table, choice: str, ann: int, cleo: int, lines: list[tuple[str, int]], bags: int
) -> None:
    table.start(two_nils=choice)
    table.play(BOTH, Ann=ann, Cleo=cleo, Blue=13 - ann - cleo)
    assert (table.lines("Gold"), table.bags("Gold")) == (lines, bags)


def test_separate_nils_cannot_help_a_contract(table: Table) -> None:
    table.start(failed_nil="help")
    table.play(BOTH, Ann=1, Cleo=2, Blue=10)
    assert (table.brought("Gold"), table.bags("Gold")) == (-200 + 3, 3)


def test_the_joint_stake_adds_both_values(table: Table) -> None:
    table.start(two_nils="together")
    table.play(["nil", 5, "blind nil", 5], Ann=0, Cleo=0, Blue=13)
    assert table.lines("Gold") == [("both nils made", 300)]


@pytest.mark.parametrize("choice", CHOICES)
def test_a_single_nil_is_scored_as_usual(table: Table, choice: str) -> None:
    table.start(two_nils=choice)
    table.play(["nil", 5, 4, 4], Ann=1, Gold=4, Blue=8)
    assert (table.brought("Gold"), table.bags("Gold")) == (40 - 100 + 1, 1)


@pytest.mark.parametrize("choice", CHOICES)
def test_nils_of_opponents_are_separate(duel: Table, choice: str) -> None:
    duel.start("two-player", two_nils=choice, failed_nil="bags")
    duel.play(["nil", "nil"], 0, 13)
    assert (duel.brought("Ann"), duel.brought("Ben")) == (100, -100 + 13 - 100)


@pytest.mark.parametrize(
    ("choice", "points", "bags"),
    # With no contract, all tricks that help are over it.
    [("bags", -97, 3), ("help", -97, 3), ("bags only", -100, 3), ("nothing", -100, 0)],
)
def test_a_failed_nil_without_a_partner(duel: Table, choice: str, points: int, bags: int) -> None:
    duel.start("two-player", failed_nil=choice)
    duel.play(["nil", 9], 3, 10)
    assert (duel.brought("Ann"), duel.bags("Ann")) == (points, bags)


@pytest.mark.parametrize("overtrick_points", [0, 1])
def test_bags_can_be_switched_off(table: Table, overtrick_points: int) -> None:
    table.start(bag_limit=0, overtrick_points=overtrick_points)
    table.play([1, 1, 0, 0], Cleo=0, Dan=0, Gold=12, Blue=1)
    assert (table.brought("Gold"), table.bags("Gold")) == (10 + 100 + 11 * overtrick_points, 0)


@pytest.mark.parametrize(
    ("house", "before", "over", "points", "left"),
    [
        pytest.param({}, 9, 11, -179, 0, id="9 + 11 is twice"),
        pytest.param({"bag_limit": 5, "bag_penalty": 50}, 0, 4, 14, 4, id="5/50, four"),
        pytest.param({"bag_limit": 5, "bag_penalty": 50}, 0, 11, -79, 1, id="5/50, eleven"),
        pytest.param({"bag_limit": 7}, 0, 8, -82, 1, id="7/100, eight"),
        pytest.param({"bag_penalty": 110}, 0, 10, -90, 0, id="10/110, ten"),
        pytest.param({"bag_limit": 1, "bag_penalty": 5}, 0, 3, -2, 0, id="every bag costs"),
        pytest.param({"bag_penalty": 0}, 0, 10, 20, 0, id="bags that cost nothing"),
        pytest.param({"bag_carry": False}, 9, 0, 10, 9, id="below the limit they run on"),
        pytest.param({"bag_carry": False}, 9, 3, -87, 0, id="not carried: 9 + 3 leaves none"),
        pytest.param({"bag_carry": False}, 9, 11, -79, 0, id="not carried: 9 + 11 is once"),
    ],
)
def test_bags_over_the_limit_cost_a_penalty(
    duel: Table, house: dict[str, int], before: int, over: int, points: int, left: int
) -> None:
    duel.start("two-player", opening=[(0, before), (0, 0)], **house)
    duel.play([1, 0], 1 + over, 12 - over)
    assert (duel.brought("Ann"), duel.bags("Ann")) == (points, left)


def test_the_bag_penalty_line_counts_how_often(duel: Table) -> None:
    duel.start("two-player", opening=[(0, 9), (0, 0)])
    duel.play([1, 0], 12, 1)
    assert duel.lines("Ann") == [("contract made", 10), ("overtricks", 11), ("bag penalty", -200)]
    assert duel.score("Ann").lines[-1].amount == 2


def test_lines_are_in_the_order_of_the_rules(table: Table) -> None:
    table.start(opening=[(0, 9), (0, 0)])
    table.play(["nil", 4, 5, 3], Ann=1, Gold=6, Blue=6)
    assert table.lines("Gold") == [
        ("contract made", 50),
        ("nil failed", -100),
        ("overtricks", 1),
        ("tricks of a failed nil", 1),
        ("bag penalty", -100),
    ]


@pytest.mark.parametrize("penalty", ["bid", "none", "shortfall"])
def test_the_set_penalty_affects_no_made_contract_and_no_bag(table: Table, penalty: str) -> None:
    table.start(set_penalty=penalty, opening=[(0, 7), (0, 0)])
    table.play([4, 3, 3, 3], Gold=5, Blue=8)
    assert table.lines("Blue") == [("contract made", 60), ("overtricks", 2)]
    assert table.bags("Gold") == 7


@pytest.mark.parametrize(
    ("taken", "points"), [(0, -50), (1, -40), (2, -30), (3, -20), (4, -10), (5, 50), (6, 51)]
)
def test_the_shortfall_shrinks_with_every_trick(duel: Table, taken: int, points: int) -> None:
    duel.start("two-player", set_penalty="shortfall")
    duel.play([5, 7], taken, 13 - taken)
    assert duel.brought("Ann") == points


def test_a_failed_nil_ignores_the_set_penalty(table: Table) -> None:
    table.start(set_penalty="none", failed_nil="nothing")
    table.play(["nil", 4, 3, 4], Ann=1, Gold=3, Blue=9)
    assert table.lines("Gold") == [("contract made", 30), ("nil failed", -100)]


BOSTON = {"at": 13, "made": 500, "set": -500}


@pytest.mark.parametrize(
    ("bids", "gold", "points"),
    [
        pytest.param([6, 1, 6, 1], 12, 200, id="twelve"),
        pytest.param([6, 1, 7, 1], 13, 500, id="Boston made"),
        pytest.param([6, 1, 7, 1], 12, -500, id="Boston set"),
    ],
)
def test_the_biggest_reached_big_bid_counts(
    table: Table, bids: list[int], gold: int, points: int
) -> None:
    table.start(big_bids=[BOSTON, TEN_FOR_200])
    table.play(bids, Gold=gold, Blue=13 - gold)
    assert table.brought("Gold") == points


def test_big_bids_are_sorted() -> None:
    house = HouseRules.of("partnership", big_bids=[BOSTON, TEN_EXTRA])
    assert house.big_bids == (BigBid(10, 50, -20, "extra"), BigBid(13, 500, -500))


def test_big_bids_are_written_as_read() -> None:
    house = HouseRules.of("partnership", big_bids=[TEN_EXTRA, BOSTON])
    assert house.differences() == {"big_bids": [TEN_EXTRA, {**BOSTON, "how": "instead"}]}
    assert HouseRules.of("partnership", **house.differences()) == house


@pytest.mark.parametrize(
    ("value", "code"),
    [
        pytest.param(None, "not big bids", id="none"),
        pytest.param(10, "not big bids", id="a number"),
        pytest.param({}, "not big bids", id="an object"),
        pytest.param([10], "not big bids", id="a number in the list"),
        pytest.param([{}], "not big bids", id="an empty object"),
        pytest.param([{"at": 10, "made": 200}], "not big bids", id="no penalty"),
        pytest.param([{**BOSTON, "for": "Ann"}], "not big bids", id="an unknown field"),
        pytest.param([{**BOSTON, "at": at} for at in range(1, 6)], "not big bids", id="five"),
        pytest.param([BOSTON, BOSTON], "same big bid twice", id="the same twice"),
        pytest.param([{**BOSTON, "at": 0}], "value out of range", id="at 0"),
        pytest.param([{**BOSTON, "at": 19}], "value out of range", id="at nineteen"),
        pytest.param([{**BOSTON, "at": True}], "value out of range", id="at yes"),
        pytest.param([{**BOSTON, "made": 1001}], "value out of range", id="too much"),
        pytest.param([{**BOSTON, "made": -1}], "value out of range", id="made costs"),
        pytest.param([{**BOSTON, "set": 1}], "value out of range", id="set brings"),
        pytest.param([{**BOSTON, "set": "-5"}], "value out of range", id="a text"),
        pytest.param([{**BOSTON, "how": "twice"}], "not a choice", id="no such way"),
        pytest.param([{**BOSTON, "how": []}], "not a choice", id="a list as the way"),
    ],
)
def test_invalid_big_bids_are_refused(value: Any, code: str) -> None:
    with pytest.raises(HouseRuleError) as refused:
        HouseRules.of("partnership", big_bids=value)
    assert (refused.value.code, refused.value.values["rule"]) == (code, "big_bids")


@calm
@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 13))
def test_only_contracts_reaching_a_big_bid_change(first: int, second: int, taken: int) -> None:
    plain, big = Table(), Table()
    plain.start()
    big.start(big_bids=[TEN_EXTRA])
    for table in (plain, big):
        table.play([first, 1, second, 1], Gold=taken, Blue=13 - taken)
    extra = (50 if taken >= first + second else -20) if first + second >= 10 else 0
    assert big.brought("Gold") - plain.brought("Gold") == extra
