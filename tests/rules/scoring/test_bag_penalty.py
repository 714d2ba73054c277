"""Bag penalty: each full ten costs a hundred, the rest stays."""

import pytest

from tests.rules.table import Table


@pytest.mark.parametrize(
    ("before", "over", "points", "left"),
    [
        pytest.param(0, 9, 19, 9, id="nine are no penalty"),
        pytest.param(9, 0, 10, 9, id="none new"),
        pytest.param(9, 1, -89, 0, id="the tenth"),
        pytest.param(9, 3, -87, 2, id="9 + 3 leaves 2"),
        pytest.param(9, 11, -179, 0, id="9 + 11 is twice"),
        pytest.param(0, 10, -80, 0, id="ten in one hand"),
        pytest.param(8, 12, -178, 0, id="8 + 12 is twice"),
    ],
)
def test_every_ten_bags_cost_a_hundred(
    duel: Table, before: int, over: int, points: int, left: int
) -> None:
    duel.start("two-player", opening=[(0, before), (0, 0)])
    duel.play([1, 0], 1 + over, 12 - over)
    assert (duel.brought("Ann"), duel.bags("Ann")) == (points, left)


def test_the_bag_penalty_line_counts_how_often(duel: Table) -> None:
    duel.start("two-player", opening=[(0, 9), (0, 0)])
    duel.play([1, 0], 12, 1)
    assert duel.lines("Ann") == [("contract made", 10), ("overtricks", 11), ("bag penalty", -200)]
    assert duel.score("Ann").lines[-1].amount == 2


def test_a_failed_nil_can_bring_the_bag_penalty(table: Table) -> None:
    table.start(opening=[(0, 9), (0, 0)])
    table.play(["nil", 4, 5, 4], Ann=2, Gold=3, Blue=8)
    assert table.lines("Gold")[-1] == ("bag penalty", -100)
    assert table.bags("Gold") == 1


@pytest.mark.parametrize(
    ("limit", "penalty", "over", "points", "left"),
    [
        pytest.param(5, 50, 4, 14, 4, id="5/50, four"),
        pytest.param(5, 50, 11, -79, 1, id="5/50, eleven"),
        pytest.param(7, 100, 8, -82, 1, id="7/100, eight"),
        pytest.param(10, 110, 10, -90, 0, id="10/110, ten"),
        pytest.param(1, 5, 3, -2, 0, id="every bag costs"),
        pytest.param(10, 0, 10, 20, 0, id="bags that cost nothing"),
    ],
)
def test_bag_limit_and_penalty_are_configurable(
    duel: Table, limit: int, penalty: int, over: int, points: int, left: int
) -> None:
    duel.start("two-player", bag_limit=limit, bag_penalty=penalty)
    duel.play([1, 0], 1 + over, 12 - over)
    assert (duel.brought("Ann"), duel.bags("Ann")) == (points, left)


@pytest.mark.parametrize(
    ("before", "over", "points", "left"),
    [
        pytest.param(9, 0, 10, 9, id="below the limit they run on"),
        pytest.param(9, 3, -87, 0, id="9 + 3 leaves none"),
        pytest.param(9, 11, -79, 0, id="9 + 11 is one penalty"),
    ],
)
def test_without_carry_bags_are_reset_by_one_penalty(
    duel: Table, before: int, over: int, points: int, left: int
) -> None:
    duel.start("two-player", bag_carry=False, opening=[(0, before), (0, 0)])
    duel.play([1, 0], 1 + over, 12 - over)
    assert (duel.brought("Ann"), duel.bags("Ann")) == (points, left)


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
