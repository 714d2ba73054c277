"""Match files as they come in: one match over several lines, or one on each line."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from scorekeeper.rules import GAMES, LONGEST_NAME, Match, RuleError, notation
from scorekeeper.rules.notation import LARGEST_FILE
from scorekeeper.words.refusals import refusal


class Refused(Exception):
    """A text that is no match; the message says why, in words."""


def split(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the text of each match, whether it stands on one line or goes on over several."""
    lines = _lines(stream)
    first, is_first = next(filter(_is_written, lines), b""), True
    if not first:
        yield first
    while first:
        following, after = _follow(lines) if _goes_on(first) else ([], b"")
        whole = b"".join([first, *following])
        if _is_json(whole) or (is_first and not after):
            yield whole
        else:
            yield from filter(_is_written, [first, *following])
        first, is_first = after or next(filter(_is_written, lines), b""), False


def read(text: bytes) -> Match:
    """Read one match; raise Refused where it is none."""
    if len(text) > LARGEST_FILE:
        raise Refused(f"this is no match: it is longer than {LARGEST_FILE:,} bytes")
    if not _is_written(text):
        raise Refused("there is no match: nothing is written here")
    try:
        return _read(_parse(text))
    except RecursionError:
        raise Refused("this is no match: it is nested too deeply") from None


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines; of one that is longer than any match, only the beginning."""
    while line := stream.readline(LARGEST_FILE + 1):
        end = line
        while len(end) > LARGEST_FILE and not end.endswith(b"\n"):
            end = stream.readline(LARGEST_FILE + 1)
        yield line


def _is_written(line: bytes) -> bool:
    return bool(line.strip(b"\xef\xbb\xbf \t\r\n"))


def _goes_on(line: bytes) -> bool:
    """Whether a line is the beginning of something that ends on a later one."""
    try:
        text = line.decode("utf-8-sig").rstrip()
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(text)
    except (ValueError, RecursionError):
        pass
    return False


def _is_json(text: bytes) -> bool:
    """Whether a text is complete, whatever it says."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _follow(lines: Iterator[bytes]) -> tuple[list[bytes], bytes]:
    """Return the lines up to the one that begins another match, and that one where there is one."""
    following: list[bytes] = []
    size = 0
    for line in lines:
        if line.lstrip().startswith(b"{") and b'"format"' in line:
            return following, line
        following.append(line)
        size += len(line)
        if size > LARGEST_FILE:
            break
    return following, b""


def _parse(text: bytes) -> Any:
    try:
        return json.loads(
            text.decode("utf-8-sig"),
            parse_constant=_refuse_constant,
            object_pairs_hook=_refuse_twice,
        )
    except UnicodeDecodeError:
        raise Refused("this is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Refused(f"this is not JSON: {error.msg} ({place})") from None
    except ValueError:
        # Python refuses to count to numbers of thousands of digits.
        raise Refused("this is no match: a number in it is far too long") from None


def _refuse_twice(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, unless a field stands in it twice: nobody could say which counts."""
    read: dict[str, Any] = {}
    for name, value in fields:
        if name in read:
            told = name.encode(errors="replace").decode()[:LONGEST_NAME]
            raise Refused(f"this is no match: “{told}” stands in it twice")
        read[name] = value
    return read


def _refuse_constant(name: str) -> None:
    raise Refused(f"this is not JSON: {name} is no number")


def _read(written: Any) -> Match:
    try:
        return notation.read(written)
    except RuleError as error:
        raise Refused(_in_words(error, written)) from None


def _in_words(error: RuleError, written: Any) -> str:
    told = refusal(error, *_names(written)).removesuffix(".")
    return f"hand {error.hand}: {told}" if error.hand else told


def _names(written: Any) -> tuple[Sequence[str], Sequence[str]]:
    """Return the players and sides of a match that cannot be read, as far as they can be known."""
    if not isinstance(written, dict):
        return (), ()
    players = _texts(written.get("players"))
    house = written.get("house")
    game = house.get("game") if isinstance(house, dict) else None
    usual = GAMES[game].side_names if isinstance(game, str) and game in GAMES else ()
    return players, _texts(written.get("sides")) or usual or players


def _texts(value: Any) -> Sequence[str]:
    is_texts = isinstance(value, list) and all(isinstance(text, str) for text in value)
    return value if is_texts else ()
