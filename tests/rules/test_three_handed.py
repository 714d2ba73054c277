"""Three-handed: each alone, 17 tricks."""

import pytest

from scorekeeper.rules import TrickError
from tests.rules.table import Table


@pytest.fixture
def three(table: Table) -> Table:
    table.start("three-handed")
    return table


def test_each_player_is_a_side(three: Table) -> None:
    assert three.match.sides == three.match.players == ("Ann", "Ben", "Cleo")


def test_a_hand_has_seventeen_tricks(three: Table) -> None:
    three.play([6, 5, 4], 6, 6, 5)
    assert [three.points(name) for name in ("Ann", "Ben", "Cleo")] == [60, 51, 41]


@pytest.mark.parametrize("taken", [(6, 5, 5), (6, 6, 6), (4, 4, 5)], ids=repr)
def test_other_numbers_of_tricks_are_refused(three: Table, taken: tuple[int, ...]) -> None:
    three.bid(6, 5, 4)
    with pytest.raises(TrickError):
        three.take(*taken)


def test_seventeen_tricks_can_be_bid_and_taken(three: Table) -> None:
    three.play([17, "nil", "nil"], 17, 0, 0)
    assert [three.points(name) for name in ("Ann", "Ben", "Cleo")] == [170, 100, 100]


def test_the_deal_passes_round(three: Table) -> None:
    assert three.roles == ("Cleo", "Ann", "Ann")
    three.play([6, 5, 4], 6, 6, 5)
    assert three.roles == ("Ann", "Ben", "Ben")
    three.play([6, 5, 4], 6, 6, 5)
    three.play([6, 5, 4], 6, 6, 5)
    assert three.roles == ("Cleo", "Ann", "Ann")


def test_a_failed_nil_brings_bags(three: Table) -> None:
    three.play(["nil", 8, 6], 2, 9, 6)
    assert three.lines("Ann") == [("nil failed", -100), ("tricks of a failed nil", 2)]
