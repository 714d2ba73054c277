"""Which matches belong to one evening."""

from datetime import datetime, timedelta, timezone

import pytest

from scorekeeper.rules.evenings import evenings

EIGHT = datetime(2026, 11, 20, 20)


def after(*hours: float) -> list[datetime]:
    return [EIGHT + timedelta(hours=hour) for hour in hours]


@pytest.mark.parametrize(
    ("started", "together"),
    [
        pytest.param(after(), [], id="none"),
        pytest.param(after(0), [[0]], id="one"),
        pytest.param(after(0, 6), [[0, 1]], id="six hours apart"),
        pytest.param(after(0, 6.001), [[0], [1]], id="longer"),
        pytest.param(after(0, 5, 10, 15), [[0, 1, 2, 3]], id="a long night"),
        pytest.param(after(0, 1, 24, 25), [[0, 1], [2, 3]], id="two evenings"),
        pytest.param(after(25, 24, 1, 0), [[0, 1], [2, 3]], id="the newest first"),
        pytest.param(after(0, 0), [[0, 1]], id="at once"),
    ],
)
def test_matches_that_begin_soon_after_each_other_are_one_evening(
    started: list[datetime], together: list[list[int]]
) -> None:
    assert evenings(started) == together


def test_clocks_of_different_tables_make_no_difference() -> None:
    here, there = timezone(timedelta(hours=1)), timezone(timedelta(hours=-8))
    first = EIGHT.replace(tzinfo=here)
    assert evenings([first, (first + timedelta(hours=5)).astimezone(there)]) == [[0, 1]]
