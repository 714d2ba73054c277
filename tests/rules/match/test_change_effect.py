from dataclasses import replace

import pytest

from scorekeeper.rules import Bid, ChangeEffect, Hand, Match, Redeal, RulingError, Standing
from tests.rules.table import Table

SEVEN = [Bid(4), Bid(3), Bid(3), Bid(3)]
TWELVE = [Bid(6), Bid(1), Bid(6), Bid(0)]


@pytest.fixture
def evening(table: Table) -> Match:
    """Gold makes seven at 400 and is set in the next hand; Blue makes six twice."""
    table.start(opening=[(400, 0), (0, 0)])
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.play([3, 3, 3, 3], Gold=5, Blue=8)
    return table.match


def decided_before_the_second_hand(evening: Match) -> ChangeEffect[Match]:
    return ChangeEffect(evening, evening.correct(1, TWELVE, [None, None, None, 0], [12, 1]))


def test_a_correction_changes_a_hand_and_the_standings(evening: Match) -> None:
    moved = ChangeEffect(evening, evening.correct(1, SEVEN, piles=[6, 7]))
    assert moved.points(1) == ((70, -70), (60, 61))
    assert moved.points(2) == ((-60, -60), (62, 62))
    assert moved.standings == (
        (Standing(410, 0), Standing(270, 0)),
        (Standing(122, 2), Standing(123, 3)),
    )
    assert (moved.is_empty, list(moved.removed_places)) == (False, [])


def test_recording_the_same_again_changes_nothing(evening: Match) -> None:
    assert ChangeEffect(evening, evening.correct(1, SEVEN, piles=[7, 6])).is_empty


def test_other_house_rules_are_a_change_without_hands(table: Table) -> None:
    table.play([4, 3, 3, 3], Gold=6, Blue=7)
    old = table.match
    table.agree(overtrick_points=0)
    moved = ChangeEffect(old, table.match)
    assert (moved.is_empty, moved.new.hands == old.hands) == (False, True)
    assert moved.points(1) == ((-70, -70), (61, 60))


def test_an_earlier_end_removes_all_later_hands(evening: Match) -> None:
    moved = decided_before_the_second_hand(evening)
    assert list(moved.removed_places) == [2]
    assert moved.points(2) is None


def test_an_unscored_hand_changes_no_points(table: Table) -> None:
    table.bid(3, 3, 3, 3)
    assert ChangeEffect(table.match, table.match.change_bids(SEVEN)).points(1) is None


def test_no_confirmation_is_needed_without_removed_hands(evening: Match) -> None:
    ChangeEffect(evening, evening.correct(1, SEVEN, piles=[6, 7])).check_confirmed(None)


def test_confirmed_removals_are_not_asked_again(evening: Match) -> None:
    decided_before_the_second_hand(evening).check_confirmed(2)


@pytest.mark.parametrize(
    "agreed", [pytest.param(None, id="to nothing"), pytest.param(3, id="to others")]
)
def test_hands_are_removed_only_after_confirmation(evening: Match, agreed: int | None) -> None:
    with pytest.raises(RulingError, match="hands fall away") as refused:
        decided_before_the_second_hand(evening).check_confirmed(agreed)
    assert refused.value.values == {"first": 2, "number": 2, "hands": 1}


def test_removed_hands_are_named_by_number(evening: Match) -> None:
    misdealt = replace(evening, hands=(Hand(redeal=Redeal.MISDEAL), *evening.hands))
    assert ChangeEffect(misdealt, replace(misdealt, hands=misdealt.hands[:2])).removed_hands == (
        2,
        1,
    )
    assert ChangeEffect(misdealt, replace(misdealt, hands=())).removed_hands == (1, 2)
