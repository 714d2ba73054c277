"""Nil: a bid separate from the partner's contract."""

import pytest

from scorekeeper.rules import BLIND_NIL, NIL, Bid, BidError, read_bid
from tests.rules.table import Table


def test_a_bid_of_zero_is_nil() -> None:
    assert read_bid(0) == read_bid("nil") == NIL


def test_the_line_of_a_nil_has_its_bidder(table: Table) -> None:
    table.play([5, 4, "nil", 3], Cleo=2, Gold=5, Blue=6)
    assert [(line.seat, line.amount) for line in table.score("Gold").lines] == [
        (None, 5),
        (2, 2),
        (None, 2),
    ]


@pytest.mark.parametrize(
    ("bid", "written"),
    [
        pytest.param(Bid(13), 13, id="number"),
        pytest.param(NIL, "nil", id="nil"),
        pytest.param(BLIND_NIL, "blind nil", id="blind nil"),
        pytest.param(Bid(6, blind=True), "blind 6", id="blind six"),
    ],
)
def test_a_bid_is_read_as_written(bid: Bid, written: int | str) -> None:
    assert bid.notation == written
    assert read_bid(written) == bid


@pytest.mark.parametrize(
    "written",
    [
        "Nil", "", " nil", "nil ", "7", "blind", "blind  6", "blind -1", "blind 06", "blind 0",
        "blind 99", "blind ٣", "blind nil nil", -1, 4.0, True, False, None, [], {}, float("nan"),
    ],
    ids=repr,
)  # fmt: skip
def test_an_invalid_bid_is_refused(written: object) -> None:
    with pytest.raises(BidError) as refused:
        read_bid(written)
    assert refused.value.code == "not a bid"
