"""Days and times as the reader's language writes them; whose clock they are on is settled before.

What is told of a match is on the clock of its table.
"""

from datetime import date, datetime, time, timedelta
from functools import lru_cache

from scorekeeper.words.language import gettext as _
from scorekeeper.words.language import ngettext, spoken

CALENDARS = {"en": "en_GB"}
"""Where a language is written in several ways: the day before the month, hours up to 23."""
HOURS = 24
"""From so many hours on, only the days are counted."""


def day(moment: datetime) -> str:
    """Return a day: 20 Nov 2026."""
    return _written(moment.date(), "medium", spoken())


def whole_day(day: date) -> str:
    """Return a day that nobody timed: 20 Nov 2026."""
    return _written(day, "medium", spoken())


def until(day: date) -> str:
    """Return until which day something is so."""
    return _("until %(day)s", day=whole_day(day))


def weekday(moment: datetime) -> str:
    """Return a day of a month that is said already: Friday, 20 November."""
    return _in_month(moment.date(), spoken())


def month(moment: datetime) -> str:
    """Return a month with its year: November 2026."""
    return _written(moment.date(), "LLLL y", spoken())


def clock(moment: datetime) -> str:
    """Return a time of day: 19:05."""
    return _told(moment.time().replace(second=0), spoken())


def moment(moment: datetime) -> str:
    """Return a day with its time: 20 Nov 2026, 19:05."""
    return f"{day(moment)}, {clock(moment)}"


def evening(began: datetime, minutes: float = 0) -> str:
    """Return when a match began and how long it took, in short: 20 Nov 2026, 19:05 · 50 min."""
    return _and_length(moment(began), minutes)


def start(began: datetime, minutes: float = 0) -> str:
    """Return the same of a day that is said already: 19:05 · 50 min."""
    return _and_length(clock(began), minutes)


def whole_evening(began: datetime, minutes: float = 0) -> str:
    """Return the same at length: Friday, 20 November 2026, 19:05 · 1 h 50 min."""
    weekday = _written(began.date(), "full", spoken())
    return _and_length(f"{weekday}, {clock(began)}", minutes)


def length(minutes: float) -> str:
    """Return how long a match took; nothing for less than a minute."""
    hours, rest = divmod(int(minutes), 60)
    if hours >= HOURS:
        return ngettext("%(num)d day", "%(num)d days", hours // HOURS)
    if hours and rest:
        return _("%(hours)s h %(minutes)s min", hours=hours, minutes=rest)
    return time_played(minutes) if hours or rest else ""


def time_played(minutes: float) -> str:
    """Return hours, however many; of less than one the minutes.

    >>> time_played(50), time_played(7265)
    ('50 min', '121 h')
    """
    hours, rest = divmod(int(minutes), 60)
    return _("%(hours)s h", hours=hours) if hours else _("%(minutes)s min", minutes=rest)


def last_played(last: datetime, now: datetime) -> str:
    """Return when a running match was last played, as one says it now; both on its clock."""
    ago = now.date() - last.date()
    if ago == timedelta(0):
        return _("last played today, %(time)s", time=clock(last))
    if ago == timedelta(days=1):
        return _("last played yesterday, %(time)s", time=clock(last))
    return _("last played %(day)s", day=day(last))


def _and_length(began: str, minutes: float) -> str:
    # A clock that was set back meanwhile measured nothing.
    took = length(max(minutes, 0))
    return f"{began} · {took}" if took else began


@lru_cache(maxsize=1000)
def _written(day: date, form: str, language: str) -> str:
    """Return a date as a language writes it; a list holds the same days over and over."""
    from babel.dates import format_date  # the words of a command need no calendar

    return format_date(day, form, locale=CALENDARS.get(language, language))


@lru_cache(maxsize=1000)
def _in_month(day: date, language: str) -> str:
    from babel.dates import format_skeleton

    return format_skeleton("MMMMEEEEd", day, locale=CALENDARS.get(language, language))


@lru_cache(maxsize=1000)
def _told(time: time, language: str) -> str:
    """Return a time of day as a language writes it."""
    from babel.dates import format_time

    return format_time(time, "short", locale=CALENDARS.get(language, language))
