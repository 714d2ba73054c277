"""Undo: removes the last fact."""

from datetime import UTC, datetime

from scorekeeper.rules import Step
from tests.rules.table import Table

EVENING = datetime(2026, 11, 20, 21, tzinfo=UTC)


def test_undo_reopens_a_decided_match(duel: Table) -> None:
    duel.start("two-player", opening=[(450, 0), (0, 0)])
    duel.bid(6, 7)
    duel.match = duel.match.record_tricks([6, 7], noted=EVENING)
    assert (duel.match.step, duel.match.ended) == (Step.OVER, EVENING)
    duel.undo()
    assert (duel.match.step, duel.match.ended) == (Step.TRICKS, None)
