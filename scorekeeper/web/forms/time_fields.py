"""Dates and times in fields and URLs, and the clock of a phone.

A script fills in the fields of the clock. They only affect how times are shown, so invalid values
are ignored.
"""

import re
from datetime import UTC, date, datetime, tzinfo

from flask import request

from scorekeeper.book.players.clocks import find_time_zone
from scorekeeper.rules import MAX_UTC_OFFSET_MINUTES

CLOCK_FIELDS = frozenset({"utc_offset", "time_zone"})
VALID_YEARS = range(1900, 2200)
"""Years outside this range are typing errors."""
MINUTES_PATTERN = re.compile(r"-?[0-9]{1,3}")
# fromisoformat also accepts 2026-W47-5 and 20261120.
DATE_PATTERN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOMENT_PATTERN = re.compile(
    rf"{DATE_PATTERN.pattern}[T ][0-9]{{2}}:[0-9]{{2}}(:[0-9]{{2}}([.][0-9]{{1,3}})?)?"
)


def parse_offset() -> int | None:
    """Return the posted UTC offset of the phone in minutes, or None."""
    written = request.form.get("utc_offset", "")
    if MINUTES_PATTERN.fullmatch(written) is None or abs(int(written)) > MAX_UTC_OFFSET_MINUTES:
        return None
    return int(written)


def parse_time_zone(field: str = "time_zone") -> str | None:
    """Return the posted time zone, or None if it is unknown."""
    written = request.form.get(field)
    return written if find_time_zone(written) is not None else None


def parse_date(written: str) -> date | None:
    """Parse a date like 2026-11-20; return None if it is invalid."""
    try:
        day = date.fromisoformat(written) if DATE_PATTERN.fullmatch(written) else None
    except ValueError:
        return None
    return day if day and day.year in VALID_YEARS else None


def parse_moment(written: str, clock: tzinfo | None) -> datetime | None:
    """Parse a local date and time on a clock, into UTC; return None if it is invalid."""
    typed = written.strip()
    try:
        local = datetime.fromisoformat(typed) if MOMENT_PATTERN.fullmatch(typed) else None
        if local is None or local.year not in VALID_YEARS:
            return None
        return local.replace(tzinfo=clock).astimezone(UTC)
    except (ValueError, OverflowError, OSError):  # the system's own clock may not reach before 1970
        return None


def format_moment(moment: datetime) -> str:
    """Format a moment for its field, in its own time zone."""
    return moment.replace(tzinfo=None).isoformat(timespec="minutes")
