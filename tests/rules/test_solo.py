"""Solo: four alone, 13 tricks."""

import pytest

from tests.rules.table import Table

NAMES = ("Ann", "Ben", "Cleo", "Dan")


@pytest.fixture
def solo(table: Table) -> Table:
    table.start("solo")
    return table


def test_each_player_is_a_side(solo: Table) -> None:
    assert solo.match.sides == solo.match.players == NAMES


def test_each_player_is_scored_separately(solo: Table) -> None:
    solo.play([4, 3, "nil", 2], 5, 2, 0, 6)
    assert [solo.points(name) for name in NAMES] == [41, -30, 100, 24]
    assert [solo.bags(name) for name in NAMES] == [1, 0, 0, 4]
