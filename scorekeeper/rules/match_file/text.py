"""The text of a match file: untrusted JSON."""

import json
from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.errors import MatchFileError
from scorekeeper.rules.games import GAMES
from scorekeeper.rules.limits import MAX_FILE_BYTES


def parse(text: bytes) -> Any:
    """Parse JSON; raise MatchFileError if it is invalid.

    >>> parse(b'{"hands": []}')
    {'hands': []}
    """
    if len(text) > MAX_FILE_BYTES:
        raise MatchFileError("text too long", megabytes=MAX_FILE_BYTES // 1_000_000)
    if not has_text(text):
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


def has_text(text: bytes) -> bool:
    """Whether a text has any characters except spaces."""
    return bool(text.strip(b"\xef\xbb\xbf \t\r\n"))


def find_names(written: object) -> tuple[Sequence[str], Sequence[str]]:
    """Return the players and sides of an invalid match, if they can be found.

    >>> find_names({"players": ["Ann", "Ben"], "hands": 3})
    (['Ann', 'Ben'], ['Ann', 'Ben'])
    """
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
    """Build an object; raise MatchFileError if a field is in it twice."""
    read: dict[str, Any] = {}
    for name, value in fields:
        if name in read:
            raise MatchFileError("field twice", field=name)
        read[name] = value
    return read


def _refuse_constant(name: str) -> None:
    raise MatchFileError("no number in JSON", value=name)


def _texts(value: Any) -> Sequence[str]:
    is_texts = isinstance(value, list) and all(isinstance(text, str) for text in value)
    return value if is_texts else ()
