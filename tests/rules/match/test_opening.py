"""Opening: the standings a match starts from, a paper game carried on."""

import pytest

from scorekeeper.rules import SetUpError
from scorekeeper.rules.limits import MAX_OPENING_POINTS
from tests.rules.table import Table


def test_a_match_usually_starts_from_nothing(table: Table) -> None:
    assert table.match.standings == ((0, 0), (0, 0))


def test_points_and_bags_are_carried_on(table: Table) -> None:
    table.start(opening=[(120, 4), (95, 9)])
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.standings == ((190, 4), (155, 9))


def test_the_bags_of_the_opening_count_for_the_penalty(table: Table) -> None:
    table.start(opening=[(120, 4), (95, 9)])
    table.play([3, 3, 3, 3], Gold=6, Blue=7)
    assert table.lines("Blue") == [("contract made", 60), ("overtricks", 1), ("bag penalty", -100)]


@pytest.mark.parametrize(
    "points", [-MAX_OPENING_POINTS, 499], ids=["very low", "just below target"]
)
def test_points_can_be_far_below_and_just_below_the_target(table: Table, points: int) -> None:
    table.start("two-player", opening=[(points, 0), (0, 0)])
    assert table.goes_on


@pytest.mark.parametrize(
    ("opening", "code"),
    [
        pytest.param([(0, 0)], "wrong number of openings", id="one side only"),
        pytest.param([], "wrong number of openings", id="no side"),
        pytest.param([(0, 0)] * 3, "wrong number of openings", id="three sides"),
        pytest.param([(0, 10), (0, 0)], "opening bags out of range", id="ten bags"),
        pytest.param([(0, 0), (0, -1)], "opening bags out of range", id="bags below none"),
        pytest.param([(2001, 0), (0, 0)], "opening points out of range", id="points too high"),
        pytest.param([(0, 0), (-2001, 0)], "opening points out of range", id="points too low"),
        pytest.param([(500, 0), (0, 0)], "opening already decided", id="at the target"),
        pytest.param([(0, 0), (-200, 0)], "opening already decided", id="at the floor"),
    ],
)
def test_an_opening_that_cannot_be_is_refused(
    table: Table, opening: list[tuple[int, int]], code: str
) -> None:
    with pytest.raises(SetUpError) as refused:
        table.start(opening=opening)
    assert refused.value.code == code


def test_a_tie_at_the_target_can_be_carried_on(table: Table) -> None:
    table.start(opening=[(510, 0), (510, 0)])
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    assert table.winner == "Gold"


def test_without_bags_an_opening_has_none(table: Table) -> None:
    with pytest.raises(SetUpError) as refused:
        table.start(bag_limit=0, opening=[(0, 1), (0, 0)])
    assert refused.value.values == {"side": 0, "bags": 1, "most": 0}
