"""Big bids: contracts with their own points, such as ten for 200 or Boston."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from scorekeeper.rules import BigBid, HouseRuleError, HouseRules
from tests.rules.table import Table
from tests.rules.test_properties import calm

TEN_FOR_200 = {"at": 10, "made": 200, "set": -100}
TEN_EXTRA = {"at": 10, "made": 50, "set": -20, "how": "extra"}
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
