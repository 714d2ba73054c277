"""The text of a match file: untrusted JSON."""

import csv
import json
import re
from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.errors import MatchFileError
from scorekeeper.rules.games import GAMES
from scorekeeper.rules.limits import MAX_FILE_BYTES

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
