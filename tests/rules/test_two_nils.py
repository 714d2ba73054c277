"""Both partners bid nil."""

import pytest

from tests.rules.table import Table

BOTH = ["nil", 5, "nil", 5]


MADE, FAILED = ("nil made", 100), ("nil failed", -100)


@pytest.mark.parametrize(
    ("choice", "ann", "cleo", "lines", "bags"),
    [
        ("separate", 0, 0, [MADE, MADE], 0),
        ("separate", 0, 2, [MADE, FAILED, ("tricks of a failed nil", 2)], 2),
        ("separate", 1, 2, [FAILED, FAILED, ("tricks of a failed nil", 3)], 3),
        ("together", 0, 0, [("both nils made", 200)], 0),
        ("together", 0, 2, [("both nils failed", -200)], 0),
        ("together", 1, 2, [("both nils failed", -200)], 0),
        ("no bags", 0, 0, [MADE, MADE], 0),
        ("no bags", 0, 2, [MADE, FAILED], 0),
        ("no bags", 1, 2, [FAILED, FAILED], 0),
    ],
)
def test_two_nils_score_as_the_table_chose(
    table: Table, choice: str, ann: int, cleo: int, lines: list[tuple[str, int]], bags: int
) -> None:
    table.start(two_nils=choice)
    table.play(BOTH, Ann=ann, Cleo=cleo, Blue=13 - ann - cleo)
    assert (table.lines("Gold"), table.bags("Gold")) == (lines, bags)


def test_separate_nils_cannot_help_a_contract(table: Table) -> None:
    table.start(failed_nil="help")
    table.play(BOTH, Ann=1, Cleo=2, Blue=10)
    assert (table.brought("Gold"), table.bags("Gold")) == (-200 + 3, 3)


def test_the_joint_stake_adds_both_values(table: Table) -> None:
    table.start(two_nils="together")
    table.play(["nil", 5, "blind nil", 5], Ann=0, Cleo=0, Blue=13)
    assert table.lines("Gold") == [("both nils made", 300)]


@pytest.mark.parametrize("choice", ["separate", "together", "no bags", "forbidden"])
def test_a_single_nil_is_scored_as_usual(table: Table, choice: str) -> None:
    table.start(two_nils=choice)
    table.play(["nil", 5, 4, 4], Ann=1, Gold=4, Blue=8)
    assert (table.brought("Gold"), table.bags("Gold")) == (40 - 100 + 1, 1)


@pytest.mark.parametrize("choice", ["separate", "together", "no bags", "forbidden"])
def test_nils_of_opponents_are_separate(duel: Table, choice: str) -> None:
    duel.start("two-player", two_nils=choice, failed_nil="bags")
    duel.play(["nil", "nil"], 0, 13)
    assert (duel.brought("Ann"), duel.brought("Ben")) == (100, -100 + 13 - 100)
