"""Readers of untrusted JSON: of its text, and of its fields by type. Errors are MatchFileErrors."""

import csv
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from scorekeeper.rules.errors import MatchFileError
from scorekeeper.rules.games import GAMES
from scorekeeper.rules.limits import MAX_FILE_BYTES, MAX_UTC_OFFSET_MINUTES

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


BLANK = b" \t\r\n\0\x1a\xef\xbb\xbf"
"""Spaces, and what programs add to files: byte order marks, filling and an end mark."""
_BETWEEN = re.compile("[] \t\r\n,[\ufeff\0\x1a]*")
"""Signs around objects in a list, and what programs that join files leave there."""


def parse(text: bytes) -> Any:
    """Parse JSON; raise MatchFileError if it is invalid.

    >>> parse(b'{"hands": []}')
    {'hands': []}
    """
    if len(text) > MAX_FILE_BYTES:
        raise MatchFileError("text too long", megabytes=MAX_FILE_BYTES // 1_000_000)
    if not text.strip(BLANK):
        raise MatchFileError("nothing written")
    try:
        return _load(text.decode("utf-8-sig"))
    except MatchFileError:
        raise
    except UnicodeDecodeError:
        raise MatchFileError("not UTF-8") from None
    except json.JSONDecodeError as error:
        raise MatchFileError(
            "not JSON", reason=error.msg, line=error.lineno, column=error.colno
        ) from None
    except ValueError:
        # Python refuses to parse numbers of thousands of digits.
        raise MatchFileError("number far too long") from None
    except RecursionError:
        raise MatchFileError("nested too deeply") from None


def parse_several(text: bytes) -> list[Any]:
    """Parse JSON objects that another program put into one text; an empty list if it is not that.

    They may be joined without a sign, be in a list, or be the cells of a spreadsheet.

    >>> parse_several(b'[{"a": 1}, {"a": 2},'), parse_several(b'{"a": 1} x')
    ([{'a': 1}, {'a': 2}], [])
    """
    try:
        joined = _join_cells(text.decode().removeprefix("\ufeff"))
        position, found = _skip(joined, 0), []
        while position < len(joined):
            value, end = _DECODER.raw_decode(joined, position)
            if not isinstance(value, dict):
                return []
            found.append(value)
            position = _skip(joined, end)
    except (ValueError, MatchFileError, RecursionError, csv.Error):
        return []
    return found


def find_names(written: object) -> tuple[Sequence[str], Sequence[str]]:
    """Return the players and sides of an invalid match, if they can be found."""
    if not isinstance(written, dict):
        return (), ()
    players = _texts(written.get("players"))
    house = written.get("house")
    game = house.get("game") if isinstance(house, dict) else None
    usual = GAMES[game].side_names if isinstance(game, str) and game in GAMES else ()
    return players, _texts(written.get("sides")) or usual or players


def _load(text: str) -> Any:
    """Parse JSON; syntax errors are reported before errors in the values."""
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_twice)
    except ValueError:
        # The rest was not parsed. As floats, numbers can have any number of digits.
        json.loads(text, parse_int=float)
        raise


def _refuse_twice(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for name, value in fields:
        if name in read:
            raise MatchFileError("field twice", field=name)
        read[name] = value
    return read


def _skip(text: str, position: int) -> int:
    """Return the position of the next object."""
    between = _BETWEEN.match(text, position)
    return between.end() if between else position


def _join_cells(text: str) -> str:
    """Return the text of a line that a spreadsheet took apart at its commas."""
    if not text.startswith('"{""'):
        return text
    separator = max(",;\t", key=text.count) if '",' not in text else ","
    return separator.join(next(csv.reader([text], delimiter=separator))).rstrip(separator)


def _refuse_constant(name: str) -> None:
    raise MatchFileError("no number in JSON", value=name)


def _texts(value: Any) -> Sequence[str]:
    is_texts = isinstance(value, list) and all(isinstance(text, str) for text in value)
    return value if is_texts else ()


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, object_pairs_hook=_refuse_twice)
