"""The one thing worth telling of a match that was won."""

from datetime import UTC, datetime

import pytest

from scorekeeper.rules.story import Story, Turning, story
from tests.rules.table import Table

CLEO_NIL = {"Gold": 5, "Cleo": 0, "Blue": 8}
DAN_FAILS = {"Gold": 7, "Dan": 1, "Blue": 5}


def contracts(table: Table, *piles: int) -> None:
    """Both sides bid what they take, hand by hand: so many for Gold, the rest for Blue."""
    for gold in piles:
        table.play([gold - 1, 12 - gold, 1, 1], Gold=gold, Blue=13 - gold)


def test_of_a_match_that_goes_on_there_is_no_story(table: Table) -> None:
    assert story(table.match) is None


def test_of_a_match_without_a_winner_there_is_none(table: Table) -> None:
    assert story(table.match.end(datetime(2026, 11, 20, tzinfo=UTC))) is None


def test_of_a_match_that_a_side_lost_its_end_says_all(table: Table) -> None:
    table.start(opening=[(-150, 0), (0, 0)])
    table.play([4, 3, 3, 2], Gold=6, Blue=7)
    assert story(table.match) is None


def test_of_a_match_of_two_hands_there_is_none(table: Table) -> None:
    table.start(target=150)
    contracts(table, 8, 8)
    assert story(table.match) is None


def test_where_all_are_at_the_target_the_points_say_all(table: Table) -> None:
    table.start(target=250)
    contracts(table, 6, 6, 6, 7)
    assert table.match.all_at_target
    assert story(table.match) is None


@pytest.mark.parametrize(
    ("blue", "bids", "taken", "points"),
    [
        pytest.param(90, (4, 5, "nil", 2), CLEO_NIL, 100, id="made"),
        pytest.param(90, (4, 5, "blind nil", 2), CLEO_NIL, 200, id="blind"),
        pytest.param(140, (4, 5, 3, "nil"), DAN_FAILS, -100, id="broken"),
    ],
)
def test_a_nil_of_the_last_hand_that_is_worth_the_whole_margin_comes_first(
    table: Table, blue: int, bids: tuple[int | str, ...], taken: dict[str, int], points: int
) -> None:
    table.start(target=300, opening=[(90, 0), (blue, 0)], blind_deficit=0)
    contracts(table, 7, 7)
    table.play(bids, **taken)
    told = story(table.match)
    assert told is not None
    assert told.turning is Turning.NIL
    assert told.nil is not None
    assert told.nil.points == points


def test_of_two_such_nils_neither_decided_it_alone(table: Table) -> None:
    table.start(target=350, opening=[(90, 0), (210, 0)])
    contracts(table, 7, 6)
    table.play([6, "nil", "nil", 5], Gold=7, Cleo=0, Ben=1, Blue=5)
    assert story(table.match) == Story(Turning.LAST_HAND, points=120)


def test_who_came_back_from_far_below_nothing_is_told(table: Table) -> None:
    table.start(target=200, opening=[(-110, 0), (-90, 0)])
    contracts(table, 10, 10, 10, 10)
    assert story(table.match) == Story(Turning.BELOW, hand=0, points=-110)


def test_who_was_far_behind_is_told_with_when(table: Table) -> None:
    table.start(target=400, opening=[(0, 0), (90, 0)])
    contracts(table, 3, *[11] * 4)
    assert story(table.match) == Story(Turning.BEHIND, hand=1, points=160)


@pytest.mark.parametrize("before", [0, 20])
def test_who_was_not_ahead_before_the_last_hand_is_told(table: Table, before: int) -> None:
    table.start(target=350, opening=[(90, 0), (100 + before, 0)])
    contracts(table, 6, 7, 7)
    table.play([5, 4, 3, 2], Gold=8, Blue=5)
    assert story(table.match) == Story(Turning.LAST_HAND, points=before)


def test_who_was_always_ahead_is_told(table: Table) -> None:
    table.start(target=200)
    contracts(table, 8, 8, 8)
    assert story(table.match) == Story(Turning.LED)


def test_who_took_the_lead_for_good_is_told_with_how_often_it_changed(table: Table) -> None:
    table.start(target=400)
    contracts(table, 5, 9, 3, 11, 8, 8)
    assert story(table.match) == Story(Turning.LEAD, hand=4, times=3)


def test_a_lead_that_was_shared_once_and_never_lost_is_no_story(table: Table) -> None:
    table.start(target=200, overtrick_points=0)
    table.play([5, 3, 1, 3], Gold=6, Blue=7)
    contracts(table, 8, 8)
    assert story(table.match) is None
