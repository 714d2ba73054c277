"""Dates and times in the reader's language, by the clock that the caller chooses."""

import re
from datetime import date, datetime, time, timedelta
from functools import cache, lru_cache

from scorekeeper.words.language import LANGUAGES, get_language, gettext as _, ngettext

CALENDARS = {"en": "en_GB"}
"""Regions of languages that have several date formats: day before month, 24 hours."""
MONTH_AND_YEAR = re.compile(r"\b([^\W\d_]+)\.?\s+((?:19|2[01])\d\d)\b")
HOURS = 24
"""Length in hours from which only days are shown."""


def name_locale() -> str:
    """Return the tag of the reader's language and region, for times that a script formats: en-GB.

    >>> name_locale()
    'en-GB'
    """
    return _name_calendar(get_language()).replace("_", "-")


def format_day(moment: datetime) -> str:
    """Format the day of a moment: 20 Nov 2026."""
    return _format_date(moment.date(), "medium", get_language())


def format_date(day: date) -> str:
    """Format a date: 20 Nov 2026."""
    return _format_date(day, "medium", get_language())


def format_weekday(moment: datetime) -> str:
    """Format a day under the heading of its month: Friday, 20 November."""
    return _format_day_of_month(moment.date(), get_language())


def format_month(moment: datetime) -> str:
    """Format a month with its year: November 2026."""
    return _format_date(moment.date(), "LLLL y", get_language())


def format_time(moment: datetime) -> str:
    """Format a time of day: 19:05."""
    return _format_time(moment.time().replace(second=0), get_language())


def format_moment(moment: datetime) -> str:
    """Format a day with its time: 20 Nov 2026, 19:05."""
    return f"{format_day(moment)}, {format_time(moment)}"


def format_evening(began: datetime, minutes: float = 0) -> str:
    """Format the start and length in full: Friday, 20 November 2026, 19:05 · 1 h 50 min."""
    weekday = _format_date(began.date(), "full", get_language())
    return append_length(f"{weekday}, {format_time(began)}", minutes)


def append_length(began: str, minutes: float) -> str:
    """Append the length of a match to its start: 20 Nov 2026, 19:05 · 50 min."""
    # A clock that was set back gives a negative length.
    took = format_length(max(minutes, 0))
    return f"{began} · {took}" if took else began


def format_length(minutes: float) -> str:
    """Format the length of a match; empty if less than a minute."""
    hours, rest = divmod(int(minutes), 60)
    if hours >= HOURS:
        return ngettext("%(num)d day", "%(num)d days", hours // HOURS)
    if hours and rest:
        return _("%(hours)s h %(minutes)s min", hours=hours, minutes=rest)
    return format_time_played(minutes) if hours or rest else ""


def format_time_played(minutes: float) -> str:
    """Format a duration in hours, or in minutes if less than one hour.

    >>> format_time_played(50), format_time_played(7265)
    ('50 min', '121 h')
    """
    hours, rest = divmod(int(minutes), 60)
    return _("%(hours)s h", hours=hours) if hours else format_minutes(rest)


def format_minutes(minutes: object) -> str:
    """Format minutes, or what a script replaces by a number of them: 12 min."""
    return _("%(minutes)s min", minutes=minutes)


def describe_until(time: str) -> str:
    """Say when the time of a round or a match is up: until 20:34."""
    return _("until %(time)s", time=time)


def describe_rest(rest: str) -> str:
    return _("%(time)s left", time=rest)


def describe_time_up() -> str:
    return _("Time is up")


def describe_time_up_at_table() -> str:
    return _("Time is up. Finish your hand.")


def describe_last_hand(*, is_tied: bool = False) -> str:
    """Say what is still played when the time is up, after a tie another hand."""
    return _("one more hand") if is_tied else _("last hand")


def find_month(text: str) -> tuple[date, date, str] | None:
    """Return the first and the last day of a month in a text, in any language, and the rest."""
    for found in MONTH_AND_YEAR.finditer(text):
        number = _number_months().get(found[1].casefold())
        if number is not None:
            first = date(int(found[2]), number, 1)
            last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
            return first, last, f"{text[: found.start()]}{text[found.end() :]}".strip()
    return None


def describe_last_played(last: datetime, now: datetime) -> str:
    """Describe the time when a running match was last played; both times on its clock."""
    ago = now.date() - last.date()
    if ago == timedelta(0):
        return _("last played today, %(time)s", time=format_time(last))
    if ago == timedelta(days=1):
        return _("last played yesterday, %(time)s", time=format_time(last))
    return _("last played %(day)s", day=format_day(last))


@cache
def _number_months() -> dict[str, int]:
    """Return the number of each month by its names, long and short, in all languages."""
    from babel.dates import get_month_names

    return {
        name.rstrip(".").casefold(): number
        for language in LANGUAGES
        for width in ("wide", "abbreviated")
        for number, name in get_month_names(width, locale=_name_calendar(language)).items()
    }


def _name_calendar(language: str) -> str:
    return CALENDARS.get(language, language)


@lru_cache(maxsize=1000)
def _format_date(day: date, form: str, language: str) -> str:
    """Format a date in a language; cached, because lists repeat the same days."""
    from babel.dates import format_date  # the words of a command need no calendar

    return format_date(day, form, locale=_name_calendar(language))


@lru_cache(maxsize=1000)
def _format_day_of_month(day: date, language: str) -> str:
    from babel.dates import format_skeleton

    return format_skeleton("MMMMEEEEd", day, locale=_name_calendar(language))


@lru_cache(maxsize=1000)
def _format_time(time: time, language: str) -> str:
    from babel.dates import format_time

    return format_time(time, "short", locale=_name_calendar(language))
