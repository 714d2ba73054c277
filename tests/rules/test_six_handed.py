"""Six-handed: three pairs, 17 tricks."""

import pytest

from scorekeeper.rules import SIX_HANDED, TrickError
from tests.rules.table import FRIENDS, Table

SIDES = ("Gold", "Blue", "Green")


@pytest.fixture
def six(table: Table) -> Table:
    table.start("six-handed")
    return table


def test_partners_sit_opposite(six: Table) -> None:
    assert six.match.players == FRIENDS
    assert six.match.sides == SIDES
    assert SIX_HANDED.sides == ((0, 3), (1, 4), (2, 5))


def test_the_bids_of_partners_are_added(six: Table) -> None:
    six.play([3, 2, 3, 2, 3, 3], Gold=6, Blue=5, Green=6)
    assert [six.points(side) for side in SIDES] == [51, 50, 60]


def test_tricks_of_a_nil_bidder_are_counted_separately(six: Table) -> None:
    six.play(["nil", 3, 3, 5, 3, 3], Ann=1, Gold=5, Blue=6, Green=5)
    assert six.lines("Gold") == [
        ("contract made", 50),
        ("nil failed", -100),
        ("tricks of a failed nil", 1),
    ]


def test_tricks_of_every_side_are_needed(six: Table) -> None:
    six.bid(3, 2, 3, 2, 3, 3)
    with pytest.raises(TrickError, match="tricks missing"):
        six.take(Gold=6, Blue=5)


def test_partners_rotate_for_a_rematch(six: Table) -> None:
    again = six.match.rematch(rotate=True)
    assert again.players == ("Ann", "Cleo", "Dan", "Eve", "Finn", "Ben")
    assert again.sides == SIDES
