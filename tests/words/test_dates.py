from datetime import UTC, datetime, timedelta, timezone

import pytest

from scorekeeper.words import dates
from scorekeeper.words.language import speak

EVENING = datetime(2026, 11, 20, 19, 5, 40, tzinfo=timezone(timedelta(hours=-6)))


def plain(told: str) -> str:
    """Replace the narrow spaces of calendars by ordinary ones."""
    return told.replace("\u202f", " ")


@pytest.mark.parametrize(
    ("language", "moment", "month"),
    [
        ("en", "20 Nov 2026, 19:05", "November 2026"),
        ("de", "20.11.2026, 19:05", "November 2026"),
        ("fil", "Nob 20, 2026, 7:05 PM", "Nobyembre 2026"),
    ],
)
def test_dates_are_translated(language: str, moment: str, month: str) -> None:
    evening = datetime(2026, 11, 20, 19, 5, tzinfo=UTC)
    speak(language)

    assert plain(dates.format_moment(evening)) == moment
    assert moment.startswith(dates.format_day(evening))
    assert dates.format_month(evening) == month


def test_cached_dates_depend_on_the_language() -> None:
    time = datetime(2026, 3, 1, tzinfo=UTC)
    assert dates.format_month(time) == "March 2026"
    speak("de")
    assert dates.format_month(time) == "März 2026"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Friday, 20 November 2026, 19:05"),
        ("de", "Freitag, 20. November 2026, 19:05"),
        ("fil", "Biyernes, Nobyembre 20, 2026, 7:05 PM"),
    ],
)
def test_an_evening_has_its_weekday(language: str, told: str) -> None:
    speak(language)
    assert plain(dates.format_evening(EVENING)) == told


def test_an_evening_has_its_length() -> None:
    assert dates.append_length("19:05", 110) == "19:05 · 1 h 50 min"
    assert dates.format_evening(EVENING, 50.9) == "Friday, 20 November 2026, 19:05 · 50 min"


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        pytest.param(-3, "", id="the clock was set back"),
        pytest.param(0.9, "", id="less than a minute"),
        pytest.param(1, " · 1 min", id="a minute"),
        pytest.param(60, " · 1 h", id="an hour"),
        pytest.param(24 * 60 - 1, " · 23 h 59 min", id="nearly a day"),
        pytest.param(24 * 60, " · 1 day", id="a day"),
        pytest.param(50 * 60, " · 2 days", id="two days and a bit"),
    ],
)
def test_lengths_are_in_minutes_hours_or_days(minutes: float, told: str) -> None:
    assert dates.append_length("19:05", minutes) == f"19:05{told}"


@pytest.mark.parametrize(
    ("later", "told"),
    [
        pytest.param(timedelta(), "last played today, 19:05", id="now"),
        pytest.param(timedelta(hours=4, minutes=54), "last played today, 19:05", id="23:59"),
        pytest.param(timedelta(hours=4, minutes=55), "last played yesterday, 19:05", id="midnight"),
        pytest.param(timedelta(hours=28), "last played yesterday, 19:05", id="the next evening"),
        pytest.param(timedelta(hours=29), "last played 20 Nov 2026", id="two days later"),
        pytest.param(-timedelta(days=1), "last played 20 Nov 2026", id="the clock was set back"),
    ],
)
def test_the_last_played_day_is_named(later: timedelta, told: str) -> None:
    assert dates.describe_last_played(EVENING, EVENING + later) == told
