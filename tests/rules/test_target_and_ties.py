"""The target: a side that reaches it wins; of two, the higher; if tied, neither."""

import pytest

from scorekeeper.rules import Ending, HouseRules, Outcome, Standing
from scorekeeper.rules.match.outcome import decide
from tests.rules.table import Table


@pytest.mark.parametrize(
    ("before", "winner"),
    [
        pytest.param(429, None, id="499 continues"),
        pytest.param(430, "Gold", id="500 wins"),
        pytest.param(431, "Gold", id="501 wins"),
    ],
)
def test_five_hundred_or_more_wins(table: Table, before: int, winner: str | None) -> None:
    table.start(opening=[(before, 0), (0, 0)])
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert table.winner == winner


def test_the_outcome_names_the_target(duel: Table) -> None:
    duel.start("two-player", opening=[(0, 0), (450, 0)])
    duel.play([7, 6], 7, 6)
    assert duel.match.outcome == Outcome(winner=1, ending=Ending.TARGET)


def test_the_higher_of_two_at_the_target_wins(duel: Table) -> None:
    duel.start("two-player", opening=[(450, 0), (450, 0)])
    duel.play([6, 7], 6, 7)
    assert (duel.points("Ann"), duel.points("Ben"), duel.winner) == (510, 520, "Ben")


def test_the_hand_after_a_tie_decides(duel: Table) -> None:
    duel.start("two-player", opening=[(450, 0), (440, 0)])
    duel.play([6, 7], 6, 7)
    duel.play([6, 8], 6, 7)
    assert (duel.points("Ann"), duel.points("Ben"), duel.winner) == (570, 430, "Ann")


def test_both_may_fall_below_the_target_after_a_tie(duel: Table) -> None:
    duel.start("two-player", opening=[(450, 0), (440, 0)])
    duel.play([6, 7], 6, 7)
    duel.play([7, 8], 6, 7)
    assert duel.is_running


def test_a_bag_penalty_can_prevent_the_win(table: Table) -> None:
    table.start(opening=[(495, 9), (0, 0)])
    table.play([2, 4, 2, 4], Gold=5, Blue=8)
    assert table.points("Gold") == 495 + 40 + 1 - 100
    assert table.is_running


@pytest.mark.parametrize("target", [100, 250, 350, 1000])
def test_the_target_is_configurable(duel: Table, target: int) -> None:
    duel.start("two-player", target=target, opening=[(target - 71, 0), (0, 0)])
    duel.play([7, 6], 7, 6)
    assert duel.is_running
    duel.play([7, 6], 7, 6)
    assert duel.winner == "Ann"


@pytest.mark.parametrize(
    ("points", "outcome"),
    [
        pytest.param((0, 0, 0), None, id="all at 0"),
        pytest.param((500, 400, 510), Outcome(2, Ending.TARGET), id="the highest of three"),
        pytest.param((510, 400, 510), None, id="two of three equal"),
        pytest.param((-200, 10, 20), Outcome(2, Ending.FLOOR), id="one of three lost"),
    ],
)
def test_the_end_is_the_same_for_more_sides(
    points: tuple[int, ...], outcome: Outcome | None
) -> None:
    house = HouseRules.of("partnership")
    assert decide(house, [Standing(each) for each in points]) == outcome


@pytest.mark.parametrize(
    ("game", "house", "opening", "bids", "taken", "tied"),
    [
        pytest.param("two-player", {}, [450, 440], [6, 7], [6, 7], (0, 1), id="at the target"),
        pytest.param("two-player", {}, [440, 440], [6, 7], [6, 7], (), id="decided"),
        pytest.param("two-player", {}, [10, 0], [6, 7], [6, 7], (), id="equal but far from it"),
        pytest.param(
            "solo", {}, [470, 0, 470, 0], [3, 3, 3, 3], [3, 3, 3, 4], (0, 2), id="two of four"
        ),
        pytest.param(
            "two-player", {"hand_limit": 1}, [10, 0], [6, 7], [6, 7], (0, 1), id="clocked"
        ),
    ],
)
def test_the_tied_sides_are_known(
    table: Table,
    game: str,
    house: dict[str, int],
    opening: list[int],
    bids: list[int],
    taken: list[int],
    tied: tuple[int, ...],
) -> None:
    table.start(game, opening=[(points, 0) for points in opening], **house)
    table.play(bids, *taken)
    assert table.match.tied_sides == tied


def test_no_tie_before_the_first_score(table: Table) -> None:
    table.start(hand_limit=1)
    table.throw_in()
    assert table.match.tied_sides == ()


@pytest.mark.parametrize(
    ("blue", "told"),
    [pytest.param(440, True, id="both"), pytest.param(400, False, id="one of them")],
)
def test_a_match_knows_whether_all_reached_the_target(table: Table, blue: int, told: bool) -> None:
    table.start(opening=[(460, 0), (blue, 0)])
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.all_at_target is told


def test_a_running_match_has_points_to_go(table: Table) -> None:
    table.start(opening=[(440, 0), (-20, 0)])
    assert (table.match.points_to_target(0), table.match.points_to_target(1)) == (60, 520)
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert (table.match.points_to_target(0), table.match.points_to_target(1)) == (None, None)


def test_a_tie_at_the_target_needs_no_points(duel: Table) -> None:
    duel.start("two-player", opening=[(450, 0), (440, 0)])
    duel.play([6, 7], 6, 7)
    assert (duel.points("Ann"), duel.points("Ben"), duel.is_running) == (510, 510, True)
    assert (duel.match.points_to_target(0), duel.match.points_to_target(1)) == (None, None)


def test_the_course_contains_every_standing(table: Table) -> None:
    table.start(opening=[(100, 2), (0, 0)])
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    table.throw_in()
    table.play([4, 3, 3, 3], Gold=7, Blue=6)
    assert table.match.course == (
        (0, (Standing(100, 2), Standing(0, 0))),
        (1, (Standing(170, 2), Standing(60, 0))),
        (2, (Standing(240, 2), Standing(120, 0))),
    )
