"""A match file as the text it comes in: JSON as anybody may have written it."""

import json
from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.errors import MatchFileError
from scorekeeper.rules.games import GAMES
from scorekeeper.rules.limits import MAX_FILE_BYTES


def parse(text: bytes) -> Any:
    """Return what a text says, to be read as a match; raise MatchFileError where it is no JSON.

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
        # Python refuses to count to numbers of thousands of digits.
        raise MatchFileError("number far too long") from None
    except RecursionError:
        raise MatchFileError("nested too deeply") from None


def has_text(text: bytes) -> bool:
    """Whether anything stands in a text besides spaces."""
    return bool(text.strip(b"\xef\xbb\xbf \t\r\n"))


def find_names(written: object) -> tuple[Sequence[str], Sequence[str]]:
    """Return the players and sides of a match that cannot be read, as far as they can be known.

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
    """Return what JSON says; whether it is complete is told before what stands in it."""
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_twice)
    except ValueError:
        # The rest was not looked at; as decimals, numbers have as many digits as they like.
        json.loads(text, parse_int=float)
        raise


def _refuse_twice(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, unless a field stands in it twice: nobody could say which counts."""
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
