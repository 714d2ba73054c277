"""Readers of a JSON object's fields, one per type; errors are MatchFileErrors with the field."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from scorekeeper.rules.errors import MatchFileError
from scorekeeper.rules.limits import MAX_UTC_OFFSET_MINUTES

MAX_LIST_LENGTH = 100
"""Maximum items of a list in a match file, except the list of hands."""
MINUTE = timedelta(minutes=1)
MONTH, DAY = "(0[1-9]|1[0-2])", "(0[1-9]|[12][0-9]|3[01])"
HOUR, SIXTY = "([01][0-9]|2[0-3])", "[0-5][0-9]"
MOMENT = f"[0-9]{{4}}-{MONTH}-{DAY}T{HOUR}:{SIXTY}:{SIXTY}([.][0-9]{{1,6}})?(Z|[+-]{HOUR}:{SIXTY})"
"""A regular expression for times with a time zone."""


def read_object(value: object, field: str, known: Sequence[str] | None = None) -> Mapping[str, Any]:
    """Read an object whose fields are known; raise MatchFileError for any other value."""
    if not isinstance(value, dict):
        raise MatchFileError("missing" if value is None else "not an object", field=field)
    for name in value:
        if not isinstance(name, str) or (known is not None and name not in known):
            raise MatchFileError("unknown field", field=name, within=field)
    return value


def read_list(value: object, field: str, most: int = MAX_LIST_LENGTH) -> list[Any]:
    """Read a list of at most `most` items; raise MatchFileError for any other value."""
    if not isinstance(value, list):
        raise MatchFileError("missing" if value is None else "not a list", field=field)
    if len(value) > most:
        raise MatchFileError("too long", field=field, most=most)
    return value


def read_texts(value: object, field: str) -> list[str]:
    return [read_text(item, field) for item in read_list(value, field)]


def read_text(value: object, field: str) -> str:
    """Read a text; null is an empty one. Raise MatchFileError for any other value."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise MatchFileError("not a text", field=field)
    return value


def read_number(value: object, field: str) -> int:
    """Read a whole number; raise MatchFileError for any other value, also true and false."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise MatchFileError("not a whole number", field=field, value=value)
    return value


def read_flag(value: object, field: str) -> bool:
    """Read true or false; raise MatchFileError for any other value."""
    if not isinstance(value, bool):
        raise MatchFileError("not yes or no", field=field)
    return value


def read_time(value: object, field: str) -> datetime | None:
    """Read a time with its zone as UTC, or no time; raise MatchFileError for any other value.

    >>> read_time("2026-11-20T20:30:00+01:00", "started")
    datetime.datetime(2026, 11, 20, 19, 30, tzinfo=datetime.timezone.utc)
    """
    if value is None:
        return None
    try:
        if isinstance(value, str) and re.fullmatch(MOMENT, value):
            return datetime.fromisoformat(value).astimezone(UTC)
    except (ValueError, OverflowError):  # in UTC, the first and last hours leave the calendar
        pass
    raise MatchFileError("not a time", field=field, value=value)


def read_clock(value: object) -> int | None:
    """Read the UTC offset of a written time in minutes; None if it has none.

    >>> read_clock("2026-11-20T20:30:00+01:00"), read_clock("2026-11-20T19:30:00Z")
    (60, None)
    """
    if not isinstance(value, str) or value.endswith("Z"):
        return None
    ahead = datetime.fromisoformat(value).utcoffset()
    if ahead is None or abs(ahead) > MAX_UTC_OFFSET_MINUTES * MINUTE:
        return None
    return ahead // MINUTE


def write_time(time: datetime | None, utc_offset: int | None = None) -> str | None:
    """Write a time with a UTC offset in minutes, or in UTC; None if there is no time.

    >>> write_time(datetime(2026, 11, 20, 19, 30, tzinfo=UTC), 60)
    '2026-11-20T20:30:00+01:00'
    """
    if time is None:
        return None
    if utc_offset is not None:
        with suppress(OverflowError):  # there, the first and last hours leave the calendar
            return time.astimezone(timezone(utc_offset * MINUTE)).isoformat()
    return time.astimezone(UTC).isoformat().replace("+00:00", "Z")
