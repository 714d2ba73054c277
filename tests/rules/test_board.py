"""Board: the least a team may bid."""

import pytest

from scorekeeper.rules import BidError
from tests.rules.table import Table


@pytest.mark.parametrize("bids", [[2, 3, 2, 3], [1, 3, 3, 3], [6, 3, 1, 1]], ids=repr)
def test_the_bids_of_a_side_must_reach_the_board(table: Table, bids: list[int]) -> None:
    table.start(board=4)
    table.bid(*bids)
    assert table.match.current_hand is not None


@pytest.mark.parametrize(
    ("bids", "side", "bid"),
    [
        pytest.param([2, 3, 1, 3], 0, 3, id="Gold"),
        pytest.param([3, 1, 3, 2], 1, 3, id="Blue"),
        pytest.param([1, 1, 1, 1], 0, 2, id="both"),
    ],
)
def test_bids_below_the_board_are_refused(
    table: Table, bids: list[int], side: int, bid: int
) -> None:
    table.start(board=4)
    with pytest.raises(BidError) as refused:
        table.bid(*bids)
    assert refused.value.code == "below board"
    assert refused.value.values == {"side": side, "bid": bid, "least": 4}


def test_a_higher_board_needs_higher_bids(table: Table) -> None:
    table.start(board=6)
    with pytest.raises(BidError, match="below board"):
        table.bid(3, 3, 2, 3)
    table.bid(3, 3, 3, 3)


@pytest.mark.parametrize("nil", ["nil", "blind nil"])
@pytest.mark.parametrize("board", [1, 2, 4, 5, 6])
def test_a_nil_does_not_count_towards_the_board(table: Table, board: int, nil: str) -> None:
    table.start(board=board)
    with pytest.raises(BidError) as refused:
        table.bid(nil, 3, board - 1 or "nil", 3)
    assert refused.value.values == {"side": 0, "bid": board - 1, "least": board}
    table.bid(nil, 3, board, 3)


def test_two_nils_do_not_reach_the_board(table: Table) -> None:
    table.start(board=1)
    with pytest.raises(BidError) as refused:
        table.bid(4, "nil", 3, "blind nil")
    assert refused.value.values == {"side": 1, "bid": 0, "least": 1}


def test_the_board_has_no_effect_without_partners(duel: Table) -> None:
    duel.start("two-player", board=4)
    duel.bid(3, 1)
    assert duel.match.current_hand is not None


def test_the_board_applies_to_each_pair_of_six(table: Table) -> None:
    table.start("six-handed", board=4)
    with pytest.raises(BidError) as refused:
        table.bid(2, 2, 2, 2, 2, 1)
    assert refused.value.values == {"side": 2, "bid": 3, "least": 4}


def test_a_corrected_bid_must_reach_the_board(table: Table) -> None:
    table.start(board=4)
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    with pytest.raises(BidError, match="below board"):
        table.correct(1, [2, 3, 1, 3], Gold=7, Blue=6)
