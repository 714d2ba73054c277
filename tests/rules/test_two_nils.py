"""Both partners bid nil."""

import pytest

from scorekeeper.rules import BidError
from tests.rules.table import Table

BOTH = ["nil", 5, "nil", 5]


@pytest.mark.parametrize(
    ("ann", "cleo", "lines", "bags"),
    [
        pytest.param(0, 0, [("nil made", 100), ("nil made", 100)], 0, id="both made"),
        pytest.param(
            0,
            2,
            [("nil made", 100), ("nil failed", -100), ("tricks of a failed nil", 2)],
            2,
            id="one failed",
        ),
        pytest.param(
            1,
            2,
            [("nil failed", -100), ("nil failed", -100), ("tricks of a failed nil", 3)],
            3,
            id="both failed",
        ),
    ],
)
def test_separate_nils_score_separately(
    table: Table, ann: int, cleo: int, lines: list[tuple[str, int]], bags: int
) -> None:
    table.play(BOTH, Ann=ann, Cleo=cleo, Blue=13 - ann - cleo)
    assert table.lines("Gold") == lines
    assert table.bags("Gold") == bags


def test_separate_nils_cannot_help_a_contract(table: Table) -> None:
    table.start(failed_nil="help")
    table.play(BOTH, Ann=1, Cleo=2, Blue=10)
    assert (table.brought("Gold"), table.bags("Gold")) == (-200 + 3, 3)


@pytest.mark.parametrize(
    ("ann", "cleo", "lines"),
    [
        pytest.param(0, 0, [("both nils made", 200)], id="both made"),
        pytest.param(0, 2, [("both nils failed", -200)], id="one failed"),
        pytest.param(1, 2, [("both nils failed", -200)], id="both failed"),
    ],
)
def test_joint_nils_share_one_stake_without_bags(
    table: Table, ann: int, cleo: int, lines: list[tuple[str, int]]
) -> None:
    table.start(two_nils="together")
    table.play(BOTH, Ann=ann, Cleo=cleo, Blue=13 - ann - cleo)
    assert table.lines("Gold") == lines
    assert table.bags("Gold") == 0


def test_the_joint_stake_adds_both_values(table: Table) -> None:
    table.start(two_nils="together")
    table.play(["nil", 5, "blind nil", 5], Ann=0, Cleo=0, Blue=13)
    assert table.lines("Gold") == [("both nils made", 300)]


@pytest.mark.parametrize(
    ("ann", "cleo", "points"),
    [
        pytest.param(0, 0, 200, id="both made"),
        pytest.param(0, 2, 0, id="one failed"),
        pytest.param(1, 2, -200, id="both failed"),
    ],
)
def test_nils_without_bags_ignore_their_tricks(
    table: Table, ann: int, cleo: int, points: int
) -> None:
    table.start(two_nils="no bags")
    table.play(BOTH, Ann=ann, Cleo=cleo, Blue=13 - ann - cleo)
    assert (table.brought("Gold"), table.bags("Gold")) == (points, 0)


def test_two_nils_can_be_forbidden(table: Table) -> None:
    table.start(two_nils="forbidden")
    with pytest.raises(BidError) as refused:
        table.bid(*BOTH)
    assert refused.value.code == "two nils not allowed"
    assert refused.value.values == {"side": 0}


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
