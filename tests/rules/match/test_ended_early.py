"""A match the table stopped before it was decided."""

from datetime import UTC, datetime

import pytest

from scorekeeper.rules import Ending, Outcome, Step, StepError
from tests.rules.table import Table

MIDNIGHT = datetime(2026, 11, 21, tzinfo=UTC)
LATER = datetime(2026, 11, 21, 1, tzinfo=UTC)


def test_nobody_wins_it(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=8, Blue=5)
    assert table.match.end(MIDNIGHT).outcome == Outcome(winner=None, ending=Ending.EARLY)


def test_its_points_stay(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=8, Blue=5)
    assert table.match.end(MIDNIGHT).standings == table.match.standings


def test_it_can_be_ended_before_the_first_hand(table: Table) -> None:
    assert table.match.end(MIDNIGHT).step is Step.OVER


def test_it_can_be_ended_while_a_hand_is_played(table: Table) -> None:
    table.bid(4, 3, 3, 3)
    assert table.match.end(MIDNIGHT).step is Step.OVER


def test_it_is_ended_once(table: Table) -> None:
    with pytest.raises(StepError, match="match is over"):
        table.match.end(MIDNIGHT).end(LATER)


def test_a_decided_match_cannot_be_ended_early(duel: Table) -> None:
    duel.start("two-player", opening=[(450, 0), (0, 0)])
    duel.play([6, 7], 6, 7)
    with pytest.raises(StepError, match="match is over"):
        duel.match.end(MIDNIGHT)


def test_nothing_is_recorded_after_it(table: Table) -> None:
    table.bid(4, 3, 3, 3)
    with pytest.raises(StepError, match="match is over"):
        table.match.end(MIDNIGHT).record_tricks([None] * 4, [7, 6])


def test_a_correction_leaves_it_ended(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=8, Blue=5)
    table.match = table.match.end(MIDNIGHT)
    table.correct(1, [4, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.ended == MIDNIGHT
    assert table.match.outcome == Outcome(winner=None, ending=Ending.EARLY)


def test_a_correction_can_show_that_it_was_decided(table: Table) -> None:
    table.start(target=100)
    table.play([4, 3, 5, 3], Gold=8, Blue=5)
    table.match = table.match.end(MIDNIGHT)
    table.correct(1, [5, 3, 5, 3], Gold=10, Blue=3)
    assert table.winner == "Gold"
