"""Contract: 10 per trick bid, made or set."""

import pytest

from scorekeeper.rules import get_contract
from tests.rules.table import Table


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        pytest.param(0, -50, id="no trick at all"),
        pytest.param(4, -50, id="set by one"),
        pytest.param(5, 50, id="exactly made"),
        pytest.param(6, 51, id="one over"),
        pytest.param(13, 58, id="every trick"),
    ],
)
def test_points_of_a_contract_of_five(duel: Table, taken: int, points: int) -> None:
    duel.play([5, 1], taken, 13 - taken)
    assert duel.brought("Ann") == points


def test_a_contract_is_the_sum_of_its_bids(table: Table) -> None:
    table.play([5, 3, 2, 3], Gold=7, Blue=6)
    assert table.score("Gold").contract == 7


@pytest.mark.parametrize(
    ("ann", "cleo"),
    [
        pytest.param(4, 3, id="each their own bid"),
        pytest.param(7, 0, id="one takes all"),
        pytest.param(0, 7, id="the other takes all"),
    ],
)
def test_tricks_of_partners_count_together(table: Table, ann: int, cleo: int) -> None:
    table.play([4, 3, 3, 3], ann, 3, cleo, 3)
    assert table.brought("Gold") == 70


def test_the_contract_line_contains_the_tricks(table: Table) -> None:
    table.play([4, 3, 4, 3], Gold=7, Blue=6)
    assert table.score("Gold").lines[0].amount == 7


def test_a_side_without_contract_neither_made_nor_set(duel: Table) -> None:
    duel.play(["nil", 8], 0, 13)
    assert (duel.score("Ann").made, duel.score("Ben").made) == (None, True)


def test_a_hand_without_bids_has_no_contract(table: Table) -> None:
    assert get_contract(table.match.house.game, (), side=0) == 0
