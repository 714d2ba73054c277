"""Blind nil: twice the stake, bid before looking."""

import pytest

from scorekeeper.rules import BidError, HouseRules
from tests.rules.table import Table


def test_a_successful_blind_nil_scores_two_hundred(duel: Table) -> None:
    duel.play(["blind nil", 12], 0, 13)
    assert duel.lines("Ann") == [("blind nil made", 200)]


def test_a_failed_blind_nil_costs_two_hundred(duel: Table) -> None:
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
def test_any_player_may_bid_blind_nil(table: Table, bids: list[int | str]) -> None:
    table.bid(*bids)
    assert table.match.current_hand is not None
    assert [bid.notation for bid in table.match.current_hand.bids or ()] == bids


def test_the_value_of_a_blind_nil_is_configurable(duel: Table) -> None:
    duel.start("two-player", blind_nil_bonus=150, blind_nil_penalty=400)
    duel.play(["blind nil", "blind nil"], 0, 13)
    assert (duel.brought("Ann"), duel.brought("Ben")) == (150, -400)


@pytest.mark.parametrize("gold", [0, -150], ids=["100 behind", "far behind"])
def test_blind_nil_can_require_a_deficit(table: Table, gold: int) -> None:
    table.start(opening=[(gold, 0), (100, 0)], blind_deficit=100)
    table.bid("blind nil", 4, 4, 4)
    assert table.match.current_hand is not None


def test_a_deficit_one_point_too_small_is_refused(table: Table) -> None:
    table.start(opening=[(1, 0), (100, 0)], blind_deficit=100)
    with pytest.raises(BidError) as refused:
        table.bid("blind nil", 4, 4, 4)
    assert refused.value.values == {"seat": 0, "behind": 99, "deficit": 100}


def test_the_leader_has_no_deficit(table: Table) -> None:
    table.start(opening=[(0, 0), (100, 0)], blind_deficit=100)
    with pytest.raises(BidError) as refused:
        table.bid(4, 4, 4, "blind nil")
    assert refused.value.code == "not far enough behind"
    assert refused.value.values == {"seat": 3, "behind": 0, "deficit": 100}


def test_the_deficit_applies_to_blind_nil_only(table: Table) -> None:
    table.start(blind_deficit=100)
    table.play(["nil", 4, 4, 4], Ann=0, Gold=5, Blue=8)
    assert table.points("Gold") == 141


def test_other_blind_bids_need_their_rule(table: Table) -> None:
    with pytest.raises(BidError) as refused:
        table.bid(4, "blind 6", 4, 4)
    assert refused.value.code == "blind bid not played"
    assert refused.value.values == {"seat": 1, "bid": 6}


@pytest.mark.parametrize(
    ("game", "cards"),
    [pytest.param("partnership", 0, id="partners"), pytest.param("two-player", 3, id="two")],
)
def test_cards_exchanged_by_a_blind_nil_bidder(game: str, cards: int) -> None:
    assert HouseRules.of(game).exchange == cards
