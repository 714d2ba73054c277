"""Which bids may be made."""

import pytest

from scorekeeper.rules import Bid, BidError
from tests.rules.table import Table


@pytest.mark.parametrize(
    ("bids", "code", "values"),
    [
        pytest.param([4, 3, 4], "one bid a seat", {"bids": 3, "seats": 4}, id="one missing"),
        pytest.param([4] * 5, "one bid a seat", {"bids": 5, "seats": 4}, id="one too many"),
        pytest.param(
            [4, 14, 4, 4],
            "bid over all tricks",
            {"seat": 1, "bid": 14, "tricks": 13},
            id="fourteen",
        ),
    ],
)
def test_a_bid_that_cannot_be_is_refused_precisely(
    table: Table, bids: list[int | str], code: str, values: dict[str, object]
) -> None:
    with pytest.raises(BidError) as refused:
        table.bid(*bids)
    assert (refused.value.code, refused.value.values) == (code, values)


def test_nobody_bids_less_than_nothing(table: Table) -> None:
    with pytest.raises(BidError, match="not a bid"):
        table.match.bid([Bid(4), Bid(-1), Bid(4), Bid(4)])


def test_a_side_may_bid_more_than_all_tricks(table: Table) -> None:
    table.bid(13, 1, 13, 1)
    assert table.match.current is not None


def test_a_refused_bid_changes_nothing(table: Table) -> None:
    before = table.match
    with pytest.raises(BidError):
        table.bid(14, 1, 1, 1)
    assert table.match == before
