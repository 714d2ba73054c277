"""The floor: a side at it or below has lost."""

import pytest

from scorekeeper.rules import Ending, HouseRules, Outcome
from tests.rules.table import Table


@pytest.mark.parametrize(
    ("before", "winner"),
    [
        pytest.param(-119, None, id="-199 continues"),
        pytest.param(-120, "Blue", id="-200 has lost"),
        pytest.param(-121, "Blue", id="-201 has lost"),
    ],
)
def test_a_side_at_minus_two_hundred_or_less_has_lost(
    table: Table, before: int, winner: str | None
) -> None:
    table.start(opening=[(before, 0), (0, 0)])
    table.play([4, 3, 4, 3], Gold=7, Blue=6)
    assert table.winner == winner


def test_the_outcome_names_the_floor(table: Table) -> None:
    table.start(opening=[(-120, 0), (0, 0)])
    table.play([4, 3, 4, 3], Gold=7, Blue=6)
    assert table.match.outcome == Outcome(winner=1, ending=Ending.FLOOR)


def test_the_higher_of_two_at_the_floor_wins(table: Table) -> None:
    table.start(opening=[(-120, 0), (-130, 0)])
    table.play([4, 4, 4, 4], Gold=7, Blue=6)
    assert (table.points("Gold"), table.points("Blue")) == (-200, -210)
    assert table.winner == "Gold"


def test_a_tie_at_the_floor_plays_on(table: Table) -> None:
    table.start(opening=[(-120, 0), (-120, 0)])
    table.play([4, 4, 4, 4], Gold=7, Blue=6)
    assert table.is_running


def test_the_target_beats_the_floor(table: Table) -> None:
    table.start(opening=[(440, 0), (-120, 0)])
    table.play([3, 4, 3, 4], Gold=6, Blue=7)
    assert table.match.outcome == Outcome(winner=0, ending=Ending.TARGET)


def test_a_bag_penalty_can_lose_the_match(table: Table) -> None:
    table.start(opening=[(-130, 9), (0, 0)])
    table.play([1, 6, 1, 6], Gold=3, Blue=10)
    assert table.points("Gold") == -130 + 20 + 1 - 100
    assert table.winner == "Blue"


def test_two_players_have_no_floor_by_default(duel: Table) -> None:
    duel.start("two-player", opening=[(-960, 0), (0, 0)])
    duel.play([9, 4], 1, 12)
    assert duel.points("Ann") == -1050
    assert duel.is_running


@pytest.mark.parametrize("game", ["two-player", "three-handed", "solo"])
def test_games_without_partners_have_no_floor_by_default(game: str) -> None:
    assert HouseRules.of(game).floor is None


def test_partners_can_play_without_a_floor(table: Table) -> None:
    table.start(floor=None, opening=[(-900, 0), (0, 0)])
    table.play([4, 3, 4, 3], Gold=7, Blue=6)
    assert table.is_running


@pytest.mark.parametrize(
    ("before", "winner"),
    [pytest.param(-160, None, id="one above"), pytest.param(-170, "Ben", id="at it")],
)
def test_two_players_can_agree_on_a_floor(duel: Table, before: int, winner: str | None) -> None:
    duel.start("two-player", floor=-250, opening=[(before, 0), (0, 0)])
    duel.play([8, 6], 7, 6)
    assert duel.winner == winner


@pytest.mark.parametrize(
    ("opening", "side"),
    [
        pytest.param([(-150, 0), (100, 0)], 0, id="at the floor"),
        pytest.param([(0, 0), (0, 0)], None, id="while the match runs"),
        pytest.param([(0, 0), (440, 0)], None, id="where the target ended it"),
    ],
)
def test_a_match_knows_the_side_at_the_floor(
    table: Table, opening: list[tuple[int, int]], side: int | None
) -> None:
    table.start(opening=opening)
    table.play([5, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.fallen_side == side
