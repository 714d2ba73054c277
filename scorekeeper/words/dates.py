"""Days and times as the reader's language writes them; whose clock they are on is settled before.

What is told of a match is on the clock of its table.
"""

from datetime import date, datetime, time, timedelta
from functools import lru_cache

from scorekeeper.words.language import get_language, ngettext
from scorekeeper.words.language import gettext as _

CALENDARS = {"en": "en_GB"}
"""Where a language is written in several ways: the day before the month, hours up to 23."""
HOURS = 24
"""From so many hours on, only the days are counted."""


def format_day(moment: datetime) -> str:
    """Return a day: 20 Nov 2026."""
    return _format_date(moment.date(), "medium", get_language())


def format_date(day: date) -> str:
    """Return a day that nobody timed: 20 Nov 2026."""
    return _format_date(day, "medium", get_language())


def format_until(day: date) -> str:
    """Return until which day something is so."""
    return _("until %(day)s", day=format_date(day))


def format_weekday(moment: datetime) -> str:
    """Return a day of a month that is said already: Friday, 20 November."""
    return _format_day_of_month(moment.date(), get_language())


def format_month(moment: datetime) -> str:
    """Return a month with its year: November 2026."""
    return _format_date(moment.date(), "LLLL y", get_language())


def format_time(moment: datetime) -> str:
    """Return a time of day: 19:05."""
    return _format_time(moment.time().replace(second=0), get_language())


def format_moment(moment: datetime) -> str:
    """Return a day with its time: 20 Nov 2026, 19:05."""
    return f"{format_day(moment)}, {format_time(moment)}"


def format_day_and_length(began: datetime, minutes: float = 0) -> str:
    """Return when a match began and how long it took, in short: 20 Nov 2026, 19:05 · 50 min."""
    return _append_length(format_moment(began), minutes)


def format_time_and_length(began: datetime, minutes: float = 0) -> str:
    """Return the same of a day that is said already: 19:05 · 50 min."""
    return _append_length(format_time(began), minutes)


def format_evening(began: datetime, minutes: float = 0) -> str:
    """Return the same at length: Friday, 20 November 2026, 19:05 · 1 h 50 min."""
    weekday = _format_date(began.date(), "full", get_language())
    return _append_length(f"{weekday}, {format_time(began)}", minutes)


def format_length(minutes: float) -> str:
    """Return how long a match took; nothing for less than a minute."""
    hours, rest = divmod(int(minutes), 60)
    if hours >= HOURS:
        return ngettext("%(num)d day", "%(num)d days", hours // HOURS)
    if hours and rest:
        return _("%(hours)s h %(minutes)s min", hours=hours, minutes=rest)
    return format_time_played(minutes) if hours or rest else ""


def format_time_played(minutes: float) -> str:
    """Return hours, however many; of less than one the minutes.

    >>> format_time_played(50), format_time_played(7265)
    ('50 min', '121 h')
    """
    hours, rest = divmod(int(minutes), 60)
    return _("%(hours)s h", hours=hours) if hours else _("%(minutes)s min", minutes=rest)


def describe_last_played(last: datetime, now: datetime) -> str:
    """Return when a running match was last played, as one says it now; both on its clock."""
    ago = now.date() - last.date()
    if ago == timedelta(0):
        return _("last played today, %(time)s", time=format_time(last))
    if ago == timedelta(days=1):
        return _("last played yesterday, %(time)s", time=format_time(last))
    return _("last played %(day)s", day=format_day(last))


def _append_length(began: str, minutes: float) -> str:
    # A clock that was set back meanwhile measured nothing.
    took = format_length(max(minutes, 0))
    return f"{began} · {took}" if took else began


@lru_cache(maxsize=1000)
def _format_date(day: date, form: str, language: str) -> str:
    """Return a date as a language writes it; a list holds the same days over and over."""
    from babel.dates import format_date  # the words of a command need no calendar

    return format_date(day, form, locale=CALENDARS.get(language, language))


@lru_cache(maxsize=1000)
def _format_day_of_month(day: date, language: str) -> str:
    from babel.dates import format_skeleton

    return format_skeleton("MMMMEEEEd", day, locale=CALENDARS.get(language, language))


@lru_cache(maxsize=1000)
def _format_time(time: time, language: str) -> str:
    """Return a time of day as a language writes it."""
    from babel.dates import format_time

    return format_time(time, "short", locale=CALENDARS.get(language, language))
