"""The tricks of a failed nil: the one real disagreement between tables."""

import pytest

from scorekeeper.rules.presets import score_failed_nil_example
from tests.rules.table import Table

CONTRACT, FAILED, OVER, TRICKS = (
    "contract made",
    "nil failed",
    "overtricks",
    "tricks of a failed nil",
)


@pytest.mark.parametrize(
    ("choice", "lines", "bags"),
    [
        pytest.param("bags", [(CONTRACT, 40), (FAILED, -100), (TRICKS, 2)], 2, id="bags"),
        pytest.param("help", [(CONTRACT, 40), (FAILED, -100), (OVER, 2)], 2, id="help"),
        pytest.param("bags only", [(CONTRACT, 40), (FAILED, -100), (TRICKS, 0)], 2, id="bags only"),
        pytest.param("nothing", [(CONTRACT, 40), (FAILED, -100)], 0, id="nothing"),
    ],
)
def test_two_tricks_of_a_failed_nil_beside_a_contract_made_alone(
    table: Table, choice: str, lines: list[tuple[str, int]], bags: int
) -> None:
    table.start(failed_nil=choice)
    table.play(["nil", 3, 4, 3], Ann=2, Gold=4, Blue=7)
    assert table.lines("Gold") == lines
    assert table.bags("Gold") == bags


@pytest.mark.parametrize(
    ("choice", "points", "bags"),
    [
        pytest.param("bags", -40 - 100 + 2, 2, id="bags: each a point and a bag, though set"),
        pytest.param("help", 40 - 100 + 1, 1, id="help: made, only the one over it is a bag"),
        pytest.param("bags only", -40 - 100, 2, id="bags only: bags, no points, though set"),
        pytest.param("nothing", -40 - 100, 0, id="nothing: neither"),
    ],
)
def test_two_tricks_of_a_failed_nil_beside_a_partner_one_short(
    table: Table, choice: str, points: int, bags: int
) -> None:
    table.start(failed_nil=choice)
    table.play(["nil", 3, 4, 3], Ann=2, Gold=3, Blue=8)
    assert (table.brought("Gold"), table.bags("Gold")) == (points, bags)


def test_tricks_that_help_too_little_leave_the_contract_set_without_bags(table: Table) -> None:
    table.start(failed_nil="help")
    table.play(["nil", 3, 6, 3], Ann=2, Gold=3, Blue=8)
    assert table.lines("Gold") == [("contract set", -60), (FAILED, -100)]
    assert table.bags("Gold") == 0


@pytest.mark.parametrize(
    ("choice", "points", "bags"),
    [
        pytest.param("bags", -97, 3, id="bags"),
        pytest.param("help", -97, 3, id="help: with no contract all are over it"),
        pytest.param("bags only", -100, 3, id="bags only"),
        pytest.param("nothing", -100, 0, id="nothing"),
    ],
)
def test_a_failed_nil_of_a_player_alone(duel: Table, choice: str, points: int, bags: int) -> None:
    duel.start("two-player", failed_nil=choice)
    duel.play(["nil", 9], 3, 10)
    assert (duel.brought("Ann"), duel.bags("Ann")) == (points, bags)


def test_two_players_usually_let_them_count_for_nothing(duel: Table) -> None:
    duel.play(["nil", 9], 3, 10)
    assert duel.lines("Ann") == [("nil failed", -100)]
    assert duel.bags("Ann") == 0


def test_partners_usually_let_them_be_bags(table: Table) -> None:
    table.play(["nil", 3, 4, 3], Ann=1, Gold=3, Blue=9)
    assert table.lines("Gold") == [("contract set", -40), (FAILED, -100), (TRICKS, 1)]


def test_overtricks_of_the_partner_count_beside_them(table: Table) -> None:
    table.play(["nil", 3, 4, 3], Ann=1, Gold=6, Blue=6)
    assert table.lines("Gold") == [(CONTRACT, 40), (FAILED, -100), (OVER, 2), (TRICKS, 1)]
    assert table.bags("Gold") == 3


def test_they_bring_no_point_where_overtricks_bring_none(table: Table) -> None:
    table.start(overtrick_points=0)
    table.play(["nil", 3, 4, 3], Ann=1, Gold=4, Blue=8)
    assert (table.brought("Gold"), table.bags("Gold")) == (-60, 1)


@pytest.mark.parametrize(
    ("game", "choice", "points", "bags"),
    [
        pytest.param("partnership", "bags", -138, 2, id="bags beside a partner who is set"),
        pytest.param("partnership", "help", -59, 1, id="help makes the contract"),
        pytest.param("partnership", "bags only", -140, 2, id="bags only"),
        pytest.param("partnership", "nothing", -140, 0, id="nothing"),
        pytest.param("two-player", "bags", -98, 2, id="bags alone"),
        pytest.param("six-handed", "help", -59, 1, id="of six"),
    ],
)
def test_the_choices_are_told_apart_by_one_hand(
    game: str, choice: str, points: int, bags: int
) -> None:
    brought = score_failed_nil_example(game, choice)
    assert (brought.points, brought.bags) == (points, bags)
