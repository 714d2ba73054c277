"""Solo: four alone, 13 tricks."""

import pytest

from scorekeeper.rules import Ending, HouseRules, Outcome
from tests.rules.table import Table

NAMES = ("Ann", "Ben", "Cleo", "Dan")


@pytest.fixture
def solo(table: Table) -> Table:
    table.start("solo")
    return table


def test_each_plays_alone(solo: Table) -> None:
    assert solo.match.sides == solo.match.players == NAMES


def test_each_is_scored_alone(solo: Table) -> None:
    solo.play([4, 3, "nil", 2], 5, 2, 0, 6)
    assert [solo.points(name) for name in NAMES] == [41, -30, 100, 24]
    assert [solo.bags(name) for name in NAMES] == [1, 0, 0, 4]


def test_the_one_across_is_no_partner(solo: Table) -> None:
    solo.play([4, 3, 4, 2], 6, 3, 2, 2)
    assert (solo.brought("Ann"), solo.brought("Cleo")) == (42, -40)


def test_everybody_may_bid_nil_where_partners_may_not(solo: Table) -> None:
    solo.start("solo", two_nils="forbidden")
    solo.bid("nil", "nil", "nil", "nil")
    assert solo.match.current_hand is not None


def test_bags_are_counted_alone(solo: Table) -> None:
    solo.start("solo", opening=[(0, 9), (0, 9), (0, 0), (0, 0)])
    solo.play([3, 3, 3, 3], 4, 3, 3, 3)
    assert [solo.points(name) for name in NAMES] == [31 - 100, 30, 30, 30]


def test_the_deal_goes_round(solo: Table) -> None:
    assert solo.roles == ("Dan", "Ann", "Ann")
    solo.play([3, 3, 3, 3], 4, 3, 3, 3)
    assert solo.roles == ("Ann", "Ben", "Ben")


def test_of_two_equal_at_the_target_nobody_wins_yet(solo: Table) -> None:
    solo.start("solo", opening=[(400, 0), (450, 0), (460, 0), (0, 0)])
    solo.play([3, 5, 4, 1], 3, 5, 4, 1)
    assert solo.goes_on
    solo.play([3, 3, 4, 3], 3, 3, 4, 3)
    assert solo.match.outcome == Outcome(winner=2, ending=Ending.TARGET)


def test_there_is_usually_no_losing_score() -> None:
    assert HouseRules.of("solo").floor is None
