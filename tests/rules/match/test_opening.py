"""Opening: the standings a match starts from, a paper game carried on."""

import pytest

from scorekeeper.rules import SetUpError
from scorekeeper.rules.limits import MAX_OPENING_POINTS
from tests.rules.table import Table


def test_a_match_starts_from_zero_by_default(table: Table) -> None:
    assert table.match.standings == ((0, 0), (0, 0))


def test_opening_points_and_bags_are_kept(table: Table) -> None:
    table.start(opening=[(120, 4), (95, 9)])
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.standings == ((190, 4), (155, 9))


def test_opening_bags_count_towards_the_penalty(table: Table) -> None:
    table.start(opening=[(120, 4), (95, 9)])
    table.play([3, 3, 3, 3], Gold=6, Blue=7)
    assert table.lines("Blue") == [("contract made", 60), ("overtricks", 1), ("bag penalty", -100)]


@pytest.mark.parametrize(
    "points", [-MAX_OPENING_POINTS, 499], ids=["very low", "just below target"]
)
def test_opening_points_have_a_wide_range(table: Table, points: int) -> None:
    table.start("two-player", opening=[(points, 0), (0, 0)])
    assert table.is_running


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
def test_an_invalid_opening_is_refused(
    table: Table, opening: list[tuple[int, int]], code: str
) -> None:
    with pytest.raises(SetUpError) as refused:
        table.start(opening=opening)
    assert refused.value.code == code


def test_an_opening_can_be_a_tie_at_the_target(table: Table) -> None:
    table.start(opening=[(510, 0), (510, 0)])
    table.play([3, 3, 3, 3], Gold=7, Blue=6)
    assert table.winner == "Gold"


def test_without_bags_an_opening_has_none(table: Table) -> None:
    with pytest.raises(SetUpError) as refused:
        table.start(bag_limit=0, opening=[(0, 1), (0, 0)])
    assert refused.value.values == {"side": 0, "bags": 1, "most": 0}
