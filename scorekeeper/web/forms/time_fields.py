"""Days and moments as fields and addresses have them, and what a phone says of its clock.

A script fills in the fields of the clock. Nothing follows from them but how times are shown: what
cannot be is not said at all.
"""

import re
from datetime import UTC, date, datetime, tzinfo

from flask import request

from scorekeeper.book.players.clocks import find_time_zone, make_clock
from scorekeeper.rules import MAX_UTC_OFFSET_MINUTES

CLOCK_FIELDS = frozenset({"utc_offset", "time_zone"})
VALID_YEARS = range(1900, 2200)
"""No sheet of Spades is older, and nobody plays on a later day: it is mistyped."""
MINUTES_PATTERN = re.compile(r"-?[0-9]{1,3}")
# Python knows further ways to write them: 2026-W47-5, 20261120.
DATE_PATTERN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOMENT_PATTERN = re.compile(
    rf"{DATE_PATTERN.pattern}[T ][0-9]{{2}}:[0-9]{{2}}(:[0-9]{{2}}([.][0-9]{{1,3}})?)?"
)


def parse_offset() -> int | None:
    """Return how many minutes the clock of the phone is ahead of UTC, if it says so."""
    written = request.form.get("utc_offset", "")
    if MINUTES_PATTERN.fullmatch(written) is None or abs(int(written)) > MAX_UTC_OFFSET_MINUTES:
        return None
    return int(written)


def parse_time_zone(field: str = "time_zone") -> str | None:
    """Return the time zone that a field says, if it says one that is known."""
    written = request.form.get(field)
    return written if find_time_zone(written) is not None else None


def choose_clock(zone: str | None) -> tzinfo | None:
    """Return the clock of a table: its scorebook's, else the phone's, else this computer's."""
    return (
        find_time_zone(zone)
        or find_time_zone(parse_time_zone())
        or make_clock(parse_offset(), None)
    )


def parse_date(written: str) -> date | None:
    """Return the day that is written as 2026-11-20, or None where it is none that can be."""
    try:
        day = date.fromisoformat(written) if DATE_PATTERN.fullmatch(written) else None
    except ValueError:
        return None
    return day if day and day.year in VALID_YEARS else None


def parse_moment(written: str, clock: tzinfo | None) -> datetime | None:
    """Return the moment that a field tells by a clock, or None where it tells none that can be."""
    typed = written.strip()
    try:
        local = datetime.fromisoformat(typed) if MOMENT_PATTERN.fullmatch(typed) else None
        if local is None or local.year not in VALID_YEARS:
            return None
        return local.replace(tzinfo=clock).astimezone(UTC)
    except (ValueError, OverflowError, OSError):  # the computer's own may not reach before 1970
        return None


def format_moment(moment: datetime) -> str:
    """Return a moment as its field has it, by the clock it is on."""
    return moment.replace(tzinfo=None).isoformat(timespec="minutes")
