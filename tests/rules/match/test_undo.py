"""Undo: takes back the last fact."""

from datetime import UTC, datetime

import pytest

from scorekeeper.rules import Step, StepError
from tests.rules.table import Table

EVENING = datetime(2026, 11, 20, 21, tzinfo=UTC)


def test_it_takes_back_the_bids(table: Table) -> None:
    before = table.match
    table.bid(4, 3, "nil", 2)
    table.undo()
    assert table.match == before


def test_it_takes_back_the_tricks_and_leaves_the_bids(table: Table) -> None:
    table.bid(4, 3, "nil", 2)
    before = table.match
    table.take(Gold=6, Blue=6, Cleo=1)
    table.undo()
    assert table.match == before


def test_it_takes_back_a_hand_thrown_in_before_the_bids(table: Table) -> None:
    before = table.match
    table.throw_in()
    table.undo()
    assert table.match == before


def test_it_gives_a_thrown_in_hand_its_bids_back(table: Table) -> None:
    table.bid(4, 3, "nil", 2)
    before = table.match
    table.throw_in()
    table.undo()
    assert table.match == before


def test_it_opens_a_decided_match_again(duel: Table) -> None:
    duel.start("two-player", opening=[(450, 0), (0, 0)])
    duel.bid(6, 7)
    duel.match = duel.match.record_tricks([6, 7], noted=EVENING)
    assert (duel.match.step, duel.match.ended) == (Step.OVER, EVENING)
    duel.undo()
    assert (duel.match.step, duel.match.ended) == (Step.TRICKS, None)


def test_it_goes_back_to_the_very_beginning(table: Table) -> None:
    before = table.match
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    table.bid(3, 3, 3, 3)
    table.undo()
    table.undo()
    table.undo()
    assert table.match == before


def test_there_is_nothing_to_take_back_before_the_first_fact(table: Table) -> None:
    with pytest.raises(StepError, match="nothing to undo"):
        table.undo()


def test_it_takes_back_a_first_hand_that_bid_itself(table: Table) -> None:
    table.start(first_hand="bids itself")
    before = table.match
    table.take(Gold=7, Blue=6)
    table.undo()
    assert table.match == before
