"""Set penalty: what a set contract costs."""

import pytest

from tests.rules.table import Table


@pytest.mark.parametrize("penalty", ["bid", "none", "shortfall"])
def test_a_made_contract_ignores_the_set_penalty(table: Table, penalty: str) -> None:
    table.start(set_penalty=penalty)
    table.play([4, 3, 3, 3], Gold=5, Blue=8)
    assert table.lines("Blue") == [("contract made", 60), ("overtricks", 2)]


@pytest.mark.parametrize("penalty", ["bid", "none", "shortfall"])
def test_a_set_side_keeps_its_bags(table: Table, penalty: str) -> None:
    table.start(set_penalty=penalty, opening=[(0, 7), (0, 0)])
    table.play([4, 3, 3, 3], Gold=5, Blue=8)
    assert table.bags("Gold") == 7


@pytest.mark.parametrize(
    ("taken", "points"), [(0, -50), (1, -40), (2, -30), (3, -20), (4, -10), (5, 50), (6, 51)]
)
def test_the_shortfall_shrinks_with_every_trick(duel: Table, taken: int, points: int) -> None:
    duel.start("two-player", set_penalty="shortfall")
    duel.play([5, 7], taken, 13 - taken)
    assert duel.brought("Ann") == points


def test_a_failed_nil_ignores_the_set_penalty(table: Table) -> None:
    table.start(set_penalty="none", failed_nil="nothing")
    table.play(["nil", 4, 3, 4], Ann=1, Gold=3, Blue=9)
    assert table.lines("Gold") == [("contract made", 30), ("nil failed", -100)]
