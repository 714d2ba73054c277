"""Bids that are legal but odd get a warning, never a block."""

import pytest

from scorekeeper.rules import OddBid
from tests.rules.table import Table


@pytest.mark.parametrize(
    ("bids", "warnings"),
    [
        pytest.param([4, 3, 3, 2], [], id="usual bids"),
        pytest.param([4, 3, 4, 3], [], id="fourteen in all"),
        pytest.param([7, 1, 7, 1], [OddBid("contract over all tricks", 0)], id="team over 13"),
        pytest.param([1, 9, 1, 5], [OddBid("contract over all tricks", 1)], id="the other team"),
        pytest.param([4, 3, 4, 2], [OddBid("bids add up to all tricks")], id="exactly 13"),
        pytest.param(["nil", 3, "nil", 4], [OddBid("all partners nil", 0)], id="two nils"),
        pytest.param(
            ["nil", 3, 8, 4], [OddBid("high contract beside nil", 0)], id="eight with a nil"
        ),
        pytest.param(["nil", 3, 7, 4], [], id="seven with a nil"),
        pytest.param(
            ["blind nil", "nil", 13, "nil"],
            [
                OddBid("high contract beside nil", 0),
                OddBid("all partners nil", 1),
                OddBid("bids add up to all tricks"),
            ],
            id="several at once",
        ),
    ],
)
def test_odd_bids_only_get_a_warning(
    table: Table, bids: list[int | str], warnings: list[OddBid]
) -> None:
    table.bid(*bids)
    assert list(table.match.odd_bids) == warnings


@pytest.mark.parametrize(
    ("bids", "warnings"),
    [
        pytest.param(["nil", 13], [OddBid("bids add up to all tricks")], id="exactly 13"),
        pytest.param(["nil", 10], [], id="nil against a high contract"),
        pytest.param(["nil", "nil"], [], id="two nils"),
        pytest.param([13, 13], [], id="thirteen each"),
    ],
)
def test_players_without_partners_have_no_odd_bids(
    duel: Table, bids: list[int | str], warnings: list[OddBid]
) -> None:
    duel.bid(*bids)
    assert list(duel.match.odd_bids) == warnings


def test_no_odd_bids_before_the_bids(table: Table) -> None:
    assert table.match.odd_bids == ()


def test_warnings_belong_to_their_hand(table: Table) -> None:
    table.play([7, 1, 7, 1], Gold=13, Blue=0)
    assert table.match.odd_bids == ()


def test_bids_of_spades_leave_no_tricks_over(table: Table) -> None:
    table.start(bidding="mirror")
    table.bid(4, 3, 4, 2)
    assert table.match.odd_bids == ()
