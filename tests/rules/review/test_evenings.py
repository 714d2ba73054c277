"""Evenings: which matches were played in one, and who won it."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules.review.evenings import (
    EveningMatch,
    Victory,
    find_victory,
    split_into_evenings,
)

SIX = datetime(2026, 11, 20, 18, tzinfo=UTC)
ANN_AND_CLEO = (("Ann", "Cleo"), ("Ben", "Dan"))
ANN_AND_BEN = (("Ann", "Ben"), ("Cleo", "Dan"))
WON = EveningMatch(ANN_AND_CLEO, (510, 300), 0)


def hours(*after: float) -> list[datetime]:
    return [SIX + timedelta(hours=hour) for hour in after]


@pytest.mark.parametrize(
    ("after", "parted"),
    [
        pytest.param([], [], id="none"),
        pytest.param([0], [slice(0, 1)], id="one"),
        pytest.param([6, 0], [slice(0, 2)], id="just within six hours"),
        pytest.param([6.01, 0], [slice(0, 1), slice(1, 2)], id="a little later"),
        pytest.param([10, 5, 0], [slice(0, 3)], id="each within six hours of the one before"),
        pytest.param([30, 24, 1, 0], [slice(0, 2), slice(2, 4)], id="two evenings"),
        pytest.param([0, 0], [slice(0, 2)], id="at the same moment"),
    ],
)
def test_an_evening_continues_with_short_breaks(after: list[float], parted: list[slice]) -> None:
    assert split_into_evenings(hours(*after)) == parted


@pytest.mark.parametrize(
    ("matches", "won"),
    [
        pytest.param([], None, id="nothing played"),
        pytest.param([WON], Victory(("Ann", "Cleo"), 1, 1), id="partners win together"),
        pytest.param(
            [WON, EveningMatch(ANN_AND_BEN, (520, 490), 0)],
            Victory(("Ann",), 2, 2),
            id="most matches",
        ),
        pytest.param(
            [WON, EveningMatch(ANN_AND_CLEO, (400, 505), 1)],
            Victory(("Ann", "Cleo"), 1, 2, on_points=True),
            id="if equal, most points",
        ),
        pytest.param([WON, EveningMatch(ANN_AND_CLEO, (300, 510), 1)], None, id="equal in both"),
        pytest.param(
            [
                EveningMatch((("Ann",), ("Ben",)), (500, 300), 0),
                EveningMatch((("Cleo",), ("Dan",)), (500, 300), 0),
            ],
            None,
            id="equal at two tables",
        ),
        pytest.param(
            [WON, EveningMatch((("Eve",), ("Fay",)), (400, 300), 0)],
            Victory(("Ann", "Cleo"), 1, 2, on_points=True),
            id="partners who sat out one match",
        ),
        pytest.param([EveningMatch(ANN_AND_CLEO, (71, 50), None)], None, id="ended early, unwon"),
        pytest.param([WON, EveningMatch(ANN_AND_CLEO, None, None)], None, id="one is still played"),
    ],
)
def test_an_evening_has_a_winner(matches: list[EveningMatch], won: Victory | None) -> None:
    assert find_victory(matches) == won
