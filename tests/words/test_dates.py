"""Days and times as the language writes them."""

from datetime import UTC, datetime

import pytest

from scorekeeper.words import dates
from scorekeeper.words.language import speak

MONTHS = {
    "en": [
        *("January", "February", "March", "April", "May", "June", "July", "August"),
        *("September", "October", "November", "December"),
    ],
    "de": [
        *("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August"),
        *("September", "Oktober", "November", "Dezember"),
    ],
    "fil": [
        *("Enero", "Pebrero", "Marso", "Abril", "Mayo", "Hunyo", "Hulyo", "Agosto"),
        *("Setyembre", "Oktubre", "Nobyembre", "Disyembre"),
    ],
}


@pytest.mark.parametrize(
    ("language", "day", "month"),
    [
        ("en", "Nov 20, 2026", "November 2026"),
        ("de", "20.11.2026", "November 2026"),
        ("fil", "Nob 20, 2026", "Nobyembre 2026"),
    ],
)
def test_dates_are_in_the_language(language: str, day: str, month: str) -> None:
    evening = datetime(2026, 11, 20, 19, 5, tzinfo=UTC)
    speak(language)

    assert dates.day(evening) == day
    assert dates.month(evening) == month
    assert dates.moment(evening) == f"{day}, 19:05 UTC"


@pytest.mark.parametrize("language", MONTHS)
def test_every_month_is_named_as_the_language_does(language: str) -> None:
    speak(language)
    year = [datetime(2026, month, 1, tzinfo=UTC) for month in range(1, 13)]
    assert [dates.month(time) for time in year] == [f"{name} 2026" for name in MONTHS[language]]


def test_the_same_day_is_written_anew_in_another_language() -> None:
    time = datetime(2026, 3, 1, tzinfo=UTC)
    assert dates.month(time) == "March 2026"
    speak("de")
    assert dates.month(time) == "März 2026"
