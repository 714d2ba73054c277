from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper import words

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ago", "told"),
    [
        (timedelta(0), "used today"),
        (timedelta(hours=12), "used today"),
        (timedelta(hours=-24), "used today"),
        (timedelta(hours=13), "used yesterday"),
        (timedelta(days=3), "last used 17 Nov 2026"),
    ],
    ids=["now", "since midnight", "a clock that was set back", "yesterday", "before"],
)
def test_last_use_of_a_phone_is_named_by_day(ago: timedelta, told: str) -> None:
    assert words.phones.describe_last_use(NOON - ago, NOON) == told


@pytest.mark.parametrize(
    ("ago", "way", "told"),
    [
        (timedelta(hours=1), "card", "joined today, 11:00, with a table card"),
        (timedelta(days=3), "home", "joined 17 Nov 2026, 12:00, with the home code"),
        (timedelta(days=3), None, "joined 17 Nov 2026, 12:00"),
    ],
    ids=["today", "before", "before 0.16"],
)
def test_a_phone_says_when_and_how_it_joined(ago: timedelta, way: str | None, told: str) -> None:
    assert words.phones.describe_joining(NOON - ago, way, NOON) == told
