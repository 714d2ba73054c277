"""Misdeal: the same dealer deals again, and nothing is scored."""

from dataclasses import replace

import pytest

from scorekeeper.rules import (
    Bid,
    Hand,
    HouseRules,
    Match,
    Redeal,
    Step,
    StepError,
    match_file,
    read_bid,
)
from tests.rules.table import Table


def test_a_misdeal_can_come_before_the_bids(table: Table) -> None:
    table.record_misdeal()
    assert table.match.hands == (Hand(redeal=Redeal.MISDEAL),)
    assert table.match.step is Step.BIDS


def test_a_misdeal_after_the_bids_keeps_them(table: Table) -> None:
    table.bid(4, 3, "nil", 2)
    table.record_misdeal()
    bids = tuple(read_bid(bid) for bid in (4, 3, "nil", 2))
    assert table.match.hands == (Hand(bids=bids, redeal=Redeal.MISDEAL),)
    assert table.match.step is Step.BIDS


def test_the_same_dealer_deals_again_with_the_same_points(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=8, Blue=5)
    before = table.roles, table.match.standings
    table.record_misdeal()
    assert (table.roles, table.match.standings) == before


def test_a_misdealt_hand_has_no_number_and_no_score(table: Table) -> None:
    table.record_misdeal()
    assert table.match.scores == (None,)
    assert (table.match.turn.hand, table.match.due_place) == (1, 2)
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    table.record_misdeal()
    assert [table.match.number_of(place) for place in (1, 2, 3, 4)] == [1, 1, 2, 2]


def test_a_match_has_a_maximum_number_of_hands() -> None:
    match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    full = replace(match, hands=(Hand(redeal=Redeal.MISDEAL),) * 1000)

    with pytest.raises(StepError, match="too many hands"):
        full.record_misdeal()
    with pytest.raises(StepError, match="too many hands"):
        full.bid([Bid(5), Bid(6)])
    assert match_file.read(match_file.write(full)) == full
