"""Bag penalty: each full ten costs a hundred, the rest stays."""

import pytest

from tests.rules.table import Table


@pytest.mark.parametrize(
    ("house", "before", "over", "points", "left"),
    [
        pytest.param({}, 9, 11, -179, 0, id="9 + 11 is twice"),
        pytest.param({"bag_limit": 5, "bag_penalty": 50}, 0, 4, 14, 4, id="5/50, four"),
        pytest.param({"bag_limit": 5, "bag_penalty": 50}, 0, 11, -79, 1, id="5/50, eleven"),
        pytest.param({"bag_limit": 7}, 0, 8, -82, 1, id="7/100, eight"),
        pytest.param({"bag_penalty": 110}, 0, 10, -90, 0, id="10/110, ten"),
        pytest.param({"bag_limit": 1, "bag_penalty": 5}, 0, 3, -2, 0, id="every bag costs"),
        pytest.param({"bag_penalty": 0}, 0, 10, 20, 0, id="bags that cost nothing"),
        pytest.param({"bag_carry": False}, 9, 0, 10, 9, id="below the limit they run on"),
        pytest.param({"bag_carry": False}, 9, 3, -87, 0, id="not carried: 9 + 3 leaves none"),
        pytest.param({"bag_carry": False}, 9, 11, -79, 0, id="not carried: 9 + 11 is once"),
    ],
)
def test_bags_over_the_limit_cost_a_penalty(
    duel: Table, house: dict[str, int], before: int, over: int, points: int, left: int
) -> None:
    duel.start("two-player", opening=[(0, before), (0, 0)], **house)
    duel.play([1, 0], 1 + over, 12 - over)
    assert (duel.brought("Ann"), duel.bags("Ann")) == (points, left)


def test_the_bag_penalty_line_counts_how_often(duel: Table) -> None:
    duel.start("two-player", opening=[(0, 9), (0, 0)])
    duel.play([1, 0], 12, 1)
    assert duel.lines("Ann") == [("contract made", 10), ("overtricks", 11), ("bag penalty", -200)]
    assert duel.score("Ann").lines[-1].amount == 2


def test_lines_are_in_the_order_of_the_rules(table: Table) -> None:
    table.start(opening=[(0, 9), (0, 0)])
    table.play(["nil", 4, 5, 3], Ann=1, Gold=6, Blue=6)
    assert table.lines("Gold") == [
        ("contract made", 50),
        ("nil failed", -100),
        ("overtricks", 1),
        ("tricks of a failed nil", 1),
        ("bag penalty", -100),
    ]
