"""Contract: 10 per trick bid, made or set."""

from scorekeeper.rules import get_contract
from tests.rules.table import Table


def test_a_contract_is_the_sum_of_its_bids(table: Table) -> None:
    table.play([5, 3, 2, 3], Gold=7, Blue=6)
    assert table.score("Gold").contract == 7


def test_a_side_without_contract_neither_made_nor_set(duel: Table) -> None:
    duel.play(["nil", 8], 0, 13)
    assert (duel.score("Ann").made, duel.score("Ben").made) == (None, True)


def test_a_hand_without_bids_has_no_contract(table: Table) -> None:
    assert get_contract(table.match.house.game, (), side=0) == 0
