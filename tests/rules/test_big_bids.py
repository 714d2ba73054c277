"""Big bids: contracts with a worth of their own, as ten for 200 or Boston."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import BigBid, HouseRuleError, HouseRules
from tests.rules.table import Table
from tests.rules.test_properties import calm

TEN_FOR_200 = {"at": 10, "made": 200, "set": -100}
TEN_EXTRA = {"at": 10, "made": 50, "set": -20, "how": "extra"}
BOSTON = {"at": 13, "made": 500, "set": -500}


@pytest.mark.parametrize(
    ("bids", "gold", "lines"),
    [
        pytest.param([5, 1, 5, 1], 10, [("contract made", 200)], id="ten made"),
        pytest.param(
            [5, 1, 5, 1], 11, [("contract made", 200), ("overtricks", 1)], id="with an overtrick"
        ),
        pytest.param([5, 1, 5, 1], 9, [("contract set", -100)], id="ten set"),
        pytest.param([6, 1, 6, 1], 12, [("contract made", 200)], id="twelve made"),
        pytest.param([5, 1, 4, 1], 9, [("contract made", 90)], id="nine is not big"),
        pytest.param(
            [5, 1, 4, 1], 10, [("contract made", 90), ("overtricks", 1)], id="the bid counts"
        ),
    ],
)
def test_it_stands_instead_of_the_usual_points(
    table: Table, bids: list[int], gold: int, lines: list[tuple[str, int]]
) -> None:
    table.start(big_bids=[TEN_FOR_200])
    table.play(bids, Gold=gold, Blue=13 - gold)
    assert table.lines("Gold") == lines


@pytest.mark.parametrize(
    ("gold", "lines"),
    [
        pytest.param(10, [("contract made", 100), ("big bid made", 50)], id="made"),
        pytest.param(9, [("contract set", -100), ("big bid set", -20)], id="set"),
        pytest.param(
            11,
            [("contract made", 100), ("big bid made", 50), ("overtricks", 1)],
            id="with an overtrick",
        ),
    ],
)
def test_it_comes_on_top_of_the_usual_points(
    table: Table, gold: int, lines: list[tuple[str, int]]
) -> None:
    table.start(big_bids=[TEN_EXTRA])
    table.play([5, 1, 5, 1], Gold=gold, Blue=13 - gold)
    assert table.lines("Gold") == lines


def test_what_comes_on_top_as_nothing_is_no_line(table: Table) -> None:
    table.start(big_bids=[{**TEN_EXTRA, "set": 0}])
    table.play([5, 1, 5, 1], Gold=9, Blue=4)
    assert table.lines("Gold") == [("contract set", -100)]


@pytest.mark.parametrize(
    ("bids", "gold", "points"),
    [
        pytest.param([6, 1, 6, 1], 12, 200, id="twelve"),
        pytest.param([6, 1, 7, 1], 13, 500, id="Boston made"),
        pytest.param([6, 1, 7, 1], 12, -500, id="Boston set"),
    ],
)
def test_of_several_the_greatest_reached_counts(
    table: Table, bids: list[int], gold: int, points: int
) -> None:
    table.start(big_bids=[BOSTON, TEN_FOR_200])
    table.play(bids, Gold=gold, Blue=13 - gold)
    assert table.brought("Gold") == points


def test_it_may_be_bid_alone_beside_a_nil(table: Table) -> None:
    table.start(big_bids=[TEN_FOR_200])
    table.play(["nil", 1, 10, 1], Ann=0, Gold=10, Blue=3)
    assert table.lines("Gold") == [("contract made", 200), ("nil made", 100)]


def test_it_is_worth_the_same_blind(table: Table) -> None:
    table.start(big_bids=[TEN_FOR_200], blind_minimum=6)
    table.play(["blind 10", 1, 1, 1], Gold=11, Blue=2)
    assert table.lines("Gold") == [("contract made", 200)]


def test_its_own_penalty_stands_where_a_set_costs_nothing(table: Table) -> None:
    table.start(big_bids=[TEN_FOR_200], set_penalty="none")
    table.play([5, 1, 5, 1], Gold=9, Blue=4)
    assert table.lines("Gold") == [("contract set", -100)]


def test_they_are_kept_least_first() -> None:
    house = HouseRules.of("partnership", big_bids=[BOSTON, TEN_EXTRA])
    assert house.big_bids == (BigBid(10, 50, -20, "extra"), BigBid(13, 500, -500))


def test_they_are_written_as_they_are_read() -> None:
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
        pytest.param([{**BOSTON, "at": 0}], "value out of range", id="at nothing"),
        pytest.param([{**BOSTON, "at": 18}], "value out of range", id="at eighteen"),
        pytest.param([{**BOSTON, "at": True}], "value out of range", id="at yes"),
        pytest.param([{**BOSTON, "made": 1001}], "value out of range", id="too much"),
        pytest.param([{**BOSTON, "made": -1}], "value out of range", id="made costs"),
        pytest.param([{**BOSTON, "set": 1}], "value out of range", id="set brings"),
        pytest.param([{**BOSTON, "set": "-5"}], "value out of range", id="a text"),
        pytest.param([{**BOSTON, "how": "twice"}], "not a choice", id="no such way"),
        pytest.param([{**BOSTON, "how": []}], "not a choice", id="a list as the way"),
    ],
)
def test_anything_else_is_refused(value: Any, code: str) -> None:
    with pytest.raises(HouseRuleError) as refused:
        HouseRules.of("partnership", big_bids=value)
    assert (refused.value.code, refused.value.values["rule"]) == (code, "big_bids")


@calm
@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 13))
def test_only_contracts_that_reach_it_are_worth_something_else(
    first: int, second: int, taken: int
) -> None:
    plain, big = Table(), Table()
    plain.start()
    big.start(big_bids=[TEN_EXTRA])
    for table in (plain, big):
        table.play([first, 1, second, 1], Gold=taken, Blue=13 - taken)
    extra = (50 if taken >= first + second else -20) if first + second >= 10 else 0
    assert big.brought("Gold") - plain.brought("Gold") == extra
