"""Overtricks of a made contract: a point and a bag each."""

import pytest

from tests.rules.table import Table


def test_a_score_contains_its_new_bags(table: Table) -> None:
    table.start(opening=[(120, 4), (0, 0)])
    table.play([4, 3, 3, 3], Gold=9, Blue=4)
    assert table.score("Gold").bags == 2
    assert table.score("Gold").standing == (192, 6)


@pytest.mark.parametrize("overtrick_points", [0, 1])
def test_bags_can_be_switched_off(table: Table, overtrick_points: int) -> None:
    table.start(bag_limit=0, overtrick_points=overtrick_points)
    table.play([1, 1, 0, 0], Cleo=0, Dan=0, Gold=12, Blue=1)
    assert (table.brought("Gold"), table.bags("Gold")) == (10 + 100 + 11 * overtrick_points, 0)
