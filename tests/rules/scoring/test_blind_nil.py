"""Blind nil: twice the stake, bid before looking."""

import pytest

from scorekeeper.rules import BidError, HouseRules
from tests.rules.table import Table


def test_a_blind_nil_made_brings_two_hundred(duel: Table) -> None:
    duel.play(["blind nil", 12], 0, 13)
    assert duel.lines("Ann") == [("blind nil made", 200)]


def test_a_blind_nil_failed_costs_two_hundred(duel: Table) -> None:
    duel.play(["blind nil", 12], 1, 12)
    assert duel.lines("Ann") == [("blind nil failed", -200)]


@pytest.mark.parametrize(
    "bids",
    [
        pytest.param(["blind nil", 3, 4, 4], id="dealer's left"),
        pytest.param([4, "blind nil", 4, 4], id="second"),
        pytest.param([4, 3, "blind nil", 4], id="third"),
        pytest.param([4, 3, 4, "blind nil"], id="the last, the dealer"),
    ],
)
def test_any_player_may_bid_it_at_their_turn_even_the_last(
    table: Table, bids: list[int | str]
) -> None:
    table.bid(*bids)
    assert table.match.current_hand is not None
    assert [bid.notation for bid in table.match.current_hand.bids or ()] == bids


def test_a_table_can_value_blind_nil_differently(duel: Table) -> None:
    duel.start("two-player", blind_nil_bonus=150, blind_nil_penalty=400)
    duel.play(["blind nil", "blind nil"], 0, 13)
    assert (duel.brought("Ann"), duel.brought("Ben")) == (150, -400)


@pytest.mark.parametrize("gold", [0, -150], ids=["100 behind", "far behind"])
def test_blind_nil_can_be_kept_for_a_side_far_enough_behind(table: Table, gold: int) -> None:
    table.start(opening=[(gold, 0), (100, 0)], blind_deficit=100)
    table.bid("blind nil", 4, 4, 4)
    assert table.match.current_hand is not None


def test_one_point_too_few_behind_is_not_far_enough(table: Table) -> None:
    table.start(opening=[(1, 0), (100, 0)], blind_deficit=100)
    with pytest.raises(BidError) as refused:
        table.bid("blind nil", 4, 4, 4)
    assert refused.value.values == {"seat": 0, "behind": 99, "deficit": 100}


def test_the_leader_may_not_bid_blind_nil_where_a_deficit_is_asked(table: Table) -> None:
    table.start(opening=[(0, 0), (100, 0)], blind_deficit=100)
    with pytest.raises(BidError) as refused:
        table.bid(4, 4, 4, "blind nil")
    assert refused.value.code == "not far enough behind"
    assert refused.value.values == {"seat": 3, "behind": 0, "deficit": 100}


def test_a_deficit_concerns_no_other_bid(table: Table) -> None:
    table.start(blind_deficit=100)
    table.play(["nil", 4, 4, 4], Ann=0, Gold=5, Blue=8)
    assert table.points("Gold") == 141


def test_other_blind_bids_are_not_played(table: Table) -> None:
    with pytest.raises(BidError) as refused:
        table.bid(4, "blind 6", 4, 4)
    assert refused.value.code == "blind bid not played"
    assert refused.value.values == {"seat": 1, "bid": 6}


@pytest.mark.parametrize(
    ("game", "cards"),
    [pytest.param("partnership", 0, id="partners"), pytest.param("two-player", 3, id="two")],
)
def test_how_many_cards_a_blind_nil_bidder_may_change(game: str, cards: int) -> None:
    assert HouseRules.of(game).exchange == cards
