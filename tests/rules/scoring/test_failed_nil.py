"""The tricks of a failed nil: the one real disagreement between tables."""

import pytest

from scorekeeper.rules.presets import score_failed_nil_example
from tests.rules.table import Table


@pytest.mark.parametrize(
    ("choice", "points", "bags"),
    [
        pytest.param("bags", -97, 3, id="bags"),
        pytest.param("help", -97, 3, id="help: with no contract all are over it"),
        pytest.param("bags only", -100, 3, id="bags only"),
        pytest.param("nothing", -100, 0, id="nothing"),
    ],
)
def test_a_failed_nil_without_a_partner(duel: Table, choice: str, points: int, bags: int) -> None:
    duel.start("two-player", failed_nil=choice)
    duel.play(["nil", 9], 3, 10)
    assert (duel.brought("Ann"), duel.bags("Ann")) == (points, bags)


@pytest.mark.parametrize(
    ("game", "choice", "points", "bags"),
    [
        pytest.param("partnership", "bags", -138, 2, id="bags with a partner who is set"),
        pytest.param("partnership", "help", -59, 1, id="help makes the contract"),
        pytest.param("partnership", "bags only", -140, 2, id="bags only"),
        pytest.param("partnership", "nothing", -140, 0, id="nothing"),
        pytest.param("two-player", "bags", -98, 2, id="bags without a partner"),
        pytest.param("six-handed", "help", -59, 1, id="of six"),
    ],
)
def test_one_hand_shows_the_choices_for_a_failed_nil(
    game: str, choice: str, points: int, bags: int
) -> None:
    brought = score_failed_nil_example(game, choice)
    assert (brought.points, brought.bags) == (points, bags)
