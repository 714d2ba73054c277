"""Hands: what a line counts and whom it is about, and the big bids of a table.

The points themselves are compared with a naive score in test_exhaustive.py.
"""

from typing import Any

import pytest

from scorekeeper.rules import BigBid, HouseRuleError, HouseRules, get_contract
from tests.rules.table import Table

TEN_EXTRA = {"at": 10, "made": 50, "set": -20, "how": "extra"}
BOSTON = {"at": 13, "made": 500, "set": -500}


def test_a_hand_without_bids_has_no_contract(table: Table) -> None:
    assert get_contract(table.match.house.game, (), side=0) == 0


def test_the_line_of_a_nil_has_its_bidder(table: Table) -> None:
    table.play([5, 4, "nil", 3], Cleo=2, Gold=5, Blue=6)
    assert [(line.seat, line.amount) for line in table.score("Gold").lines] == [
        (None, 5),
        (2, 2),
        (None, 2),
    ]


def test_the_bag_penalty_line_counts_how_often(duel: Table) -> None:
    duel.start("two-player", opening=[(0, 9), (0, 0)])
    duel.play([1, 0], 12, 1)
    assert duel.lines("Ann") == [("contract made", 10), ("overtricks", 11), ("bag penalty", -200)]
    assert duel.score("Ann").lines[-1].amount == 2


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
