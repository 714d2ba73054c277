"""Blind team bids: tricks bid before looking at the cards score more."""

import pytest

from scorekeeper.rules import BidError
from tests.rules.table import Table


def test_the_other_sides_bids_count_once(table: Table) -> None:
    table.start(blind_minimum=6)
    table.play(["blind 6", 3, 1, 3], Gold=7, Blue=6)
    assert table.lines("Blue") == [("contract made", 60)]


@pytest.mark.parametrize(
    ("minimum", "bids"),
    [
        pytest.param(6, ["blind 6", 3, 1, 3], id="one partner"),
        pytest.param(6, ["blind 2", 3, "blind 4", 3], id="both partners"),
        pytest.param(7, ["blind 7", 3, 1, 3], id="seven"),
        pytest.param(6, ["blind 6", 3, "blind nil", 3], id="with a blind nil"),
        pytest.param(6, ["blind 6", "blind 6", 1, 1], id="both sides"),
    ],
)
def test_blind_bids_must_reach_the_minimum(
    table: Table, minimum: int, bids: list[int | str]
) -> None:
    table.start(blind_minimum=minimum)
    table.bid(*bids)
    assert table.match.current_hand is not None


@pytest.mark.parametrize(
    ("minimum", "bids", "bid"),
    [
        pytest.param(6, ["blind 5", 3, 1, 3], 5, id="one short"),
        pytest.param(6, ["blind 5", 3, 4, 3], 5, id="what is seen does not help"),
        pytest.param(7, ["blind 3", 3, "blind 3", 3], 6, id="both partners"),
    ],
)
def test_a_blind_bid_below_the_minimum_is_refused(
    table: Table, minimum: int, bids: list[int | str], bid: int
) -> None:
    table.start(blind_minimum=minimum)
    with pytest.raises(BidError) as refused:
        table.bid(*bids)
    assert refused.value.code == "blind bid too low"
    assert refused.value.values == {"side": 0, "bid": bid, "least": minimum}


def test_a_single_blind_nil_needs_no_minimum(table: Table) -> None:
    table.start(blind_minimum=6)
    table.bid("blind nil", 3, 4, 3)
    assert table.match.current_hand is not None


def test_the_deficit_does_not_apply_to_blind_tricks(table: Table) -> None:
    table.start(blind_minimum=6, blind_deficit=100)
    table.bid("blind 6", 3, 3, 3)
    assert table.match.current_hand is not None


def test_a_player_without_partner_may_bid_blind(duel: Table) -> None:
    duel.start("two-player", blind_minimum=6)
    duel.play(["blind 6", 5], 7, 6)
    assert duel.lines("Ann") == [("contract made", 120), ("overtricks", 1)]
