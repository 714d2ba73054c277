"""A match the table stopped before it was decided."""

from datetime import UTC, datetime

import pytest

from scorekeeper.rules import Ending, Outcome, Step, StepError
from tests.rules.table import Table

MIDNIGHT = datetime(2026, 11, 21, tzinfo=UTC)
LATER = datetime(2026, 11, 21, 1, tzinfo=UTC)


def test_a_match_ended_early_has_no_winner(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=8, Blue=5)
    assert table.match.end(MIDNIGHT).outcome == Outcome(winner=None, ending=Ending.EARLY)


def test_ending_early_keeps_the_points(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=8, Blue=5)
    assert table.match.end(MIDNIGHT).standings == table.match.standings


def test_a_match_can_end_before_the_first_hand(table: Table) -> None:
    assert table.match.end(MIDNIGHT).step is Step.OVER


def test_a_match_can_end_during_a_hand(table: Table) -> None:
    table.bid(4, 3, 3, 3)
    assert table.match.end(MIDNIGHT).step is Step.OVER


def test_a_match_cannot_end_twice(table: Table) -> None:
    with pytest.raises(StepError, match="match is over"):
        table.match.end(MIDNIGHT).end(LATER)


def test_nothing_is_recorded_after_ending_early(table: Table) -> None:
    table.bid(4, 3, 3, 3)
    with pytest.raises(StepError, match="match is over"):
        table.match.end(MIDNIGHT).record_tricks([None] * 4, [7, 6])


def test_a_correction_keeps_the_early_end(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=8, Blue=5)
    table.match = table.match.end(MIDNIGHT)
    table.correct(1, [4, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.ended == MIDNIGHT
    assert table.match.outcome == Outcome(winner=None, ending=Ending.EARLY)


def test_a_correction_can_decide_a_match_ended_early(table: Table) -> None:
    table.start(target=100)
    table.play([4, 3, 5, 3], Gold=8, Blue=5)
    table.match = table.match.end(MIDNIGHT)
    table.correct(1, [5, 3, 5, 3], Gold=10, Blue=3)
    assert table.winner == "Gold"
