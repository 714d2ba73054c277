"""Days and times as the reader's language writes them."""

from datetime import date, datetime
from functools import lru_cache

from scorekeeper.words.language import spoken


def day(time: datetime) -> str:
    """Return a day: 21 Nov 2026."""
    return _written(time.date(), "medium", spoken())


def month(time: datetime) -> str:
    """Return a month with its year."""
    return _written(time.date(), "LLLL y", spoken())


def moment(time: datetime) -> str:
    """Return a day with its time; UTC, as the device's zone is not known."""
    return f"{day(time)}, {time:%H:%M} UTC"


@lru_cache(maxsize=1000)
def _written(day: date, form: str, language: str) -> str:
    """Return a date as a language writes it; a list holds the same days over and over."""
    from babel.dates import format_date  # the words of a command need no calendar

    return format_date(day, form, locale=language)
