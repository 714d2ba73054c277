"""Which matches belong to one evening."""

from datetime import datetime, timedelta, timezone

import pytest

from scorekeeper.rules.evenings import evenings

EIGHT = datetime(2026, 11, 20, 20)


@pytest.mark.parametrize(
    ("hours", "together"),
    [
        pytest.param([], [], id="none"),
        pytest.param([0], [[0]], id="one"),
        pytest.param([6, 0], [[6, 0]], id="six hours apart"),
        pytest.param([6.001, 0], [[6.001], [0]], id="longer"),
        pytest.param([15, 10, 5, 0], [[15, 10, 5, 0]], id="a long night"),
        pytest.param([25, 24, 1, 0], [[25, 24], [1, 0]], id="two evenings"),
        pytest.param([0, 0], [[0, 0]], id="at once"),
    ],
)
def test_matches_that_begin_soon_after_each_other_are_one_evening(
    hours: list[float], together: list[list[float]]
) -> None:
    found = evenings([EIGHT + timedelta(hours=hour) for hour in hours])
    assert [hours[evening] for evening in found] == together


def test_clocks_of_different_tables_make_no_difference() -> None:
    here, there = timezone(timedelta(hours=1)), timezone(timedelta(hours=-8))
    first = EIGHT.replace(tzinfo=here)
    last = (first + timedelta(hours=5)).astimezone(there)
    assert evenings([last, first]) == [slice(0, 2)]
