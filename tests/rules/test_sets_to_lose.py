"""Sets to lose: this many set contracts lose the match."""

import pytest

from scorekeeper.rules import Ending, Outcome
from tests.rules.table import Table

GOLD_SET = ([4, 3, 3, 3], 6, 7)
BLUE_SET = ([4, 3, 3, 4], 7, 6)
NEITHER = ([3, 3, 3, 3], 7, 6)


def play(table: Table, *hands: tuple[list[int], int, int]) -> None:
    for bids, gold, blue in hands:
        table.play(bids, Gold=gold, Blue=blue)


@pytest.mark.parametrize(
    ("sets", "hands"),
    [
        pytest.param(1, [GOLD_SET], id="one"),
        pytest.param(2, [GOLD_SET, GOLD_SET], id="two in a row"),
        pytest.param(2, [GOLD_SET, NEITHER, GOLD_SET], id="two with a hand between"),
        pytest.param(2, [GOLD_SET, BLUE_SET, GOLD_SET], id="the other side was set once"),
        pytest.param(3, [GOLD_SET, GOLD_SET, BLUE_SET, GOLD_SET], id="three"),
    ],
)
def test_enough_set_contracts_lose_the_match(
    table: Table, sets: int, hands: list[tuple[list[int], int, int]]
) -> None:
    table.start(sets_to_lose=sets, floor=None)
    play(table, *hands[:-1])
    assert table.is_running
    play(table, hands[-1])
    assert table.match.outcome == Outcome(winner=1, ending=Ending.SETS)


def test_without_the_rule_sets_lose_nothing(table: Table) -> None:
    table.start(floor=None)
    play(table, GOLD_SET, GOLD_SET, GOLD_SET, GOLD_SET)
    assert table.is_running


def test_more_points_do_not_prevent_the_loss(table: Table) -> None:
    table.start(sets_to_lose=2, opening=[(400, 0), (-100, 0)])
    play(table, GOLD_SET, GOLD_SET)
    assert (table.winner, table.points("Gold") > table.points("Blue")) == ("Blue", True)


def test_the_target_does_not_prevent_the_loss(table: Table) -> None:
    table.start(sets_to_lose=1, opening=[(450, 0), (0, 0)])
    table.play(["nil", 4, 4, 4], Ann=0, Gold=3, Blue=10)
    assert table.points("Gold") == 510
    assert table.match.outcome == Outcome(winner=1, ending=Ending.SETS)


def test_the_higher_of_two_losing_sides_wins(table: Table) -> None:
    table.start(sets_to_lose=1)
    play(table, ([5, 4, 5, 4], 6, 7))
    assert (table.points("Gold"), table.points("Blue")) == (-100, -80)
    assert table.match.outcome == Outcome(winner=1, ending=Ending.SETS)


def test_a_tie_of_two_losing_sides_plays_on(table: Table) -> None:
    table.start(sets_to_lose=1)
    play(table, ([5, 5, 4, 4], 6, 7))
    assert table.is_running
    play(table, NEITHER)
    assert table.winner == "Gold"


def test_the_highest_other_side_wins(table: Table) -> None:
    table.start("three-handed", sets_to_lose=1)
    table.play([6, 5, 4], 5, 6, 6)
    assert table.match.outcome == Outcome(winner=1, ending=Ending.SETS)


def test_a_failed_nil_is_not_a_set_contract(table: Table) -> None:
    table.start(sets_to_lose=1)
    table.play(["nil", 4, 4, 4], Ann=1, Gold=4, Blue=8)
    assert table.is_running


def test_only_the_corrected_result_counts_for_sets(table: Table) -> None:
    table.start(sets_to_lose=2)
    play(table, GOLD_SET, GOLD_SET)
    table.correct(1, [4, 3, 3, 3], Gold=7, Blue=6)
    assert table.is_running


def test_sets_before_the_opening_do_not_count(table: Table) -> None:
    table.start(sets_to_lose=1, opening=[(-70, 0), (60, 0)])
    assert table.is_running
