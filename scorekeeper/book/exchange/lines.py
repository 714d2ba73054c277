"""The texts of matches in a stream: one match over several lines, or one on each line."""

import json
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from scorekeeper.rules.notation import LARGEST_FILE, is_written

MOST_LINES = 100_000
"""Over which one match goes on, at most."""


class Text(NamedTuple):
    """What is to be one match, and the line of the file on which it begins, counted from 1."""

    line: int
    text: bytes


def split(stream: BinaryIO) -> Iterator[Text]:
    """Yield the text of each match, whether it stands on one line or goes on over several."""
    lines = numbered(stream)
    first, is_first = _next_written(lines), True
    if first is None:
        yield Text(1, b"")
    while first is not None:
        if _is_json(first.text):
            yield first
            first, is_first = _next_written(lines), False
            continue
        following, after = _follow(lines) if _goes_on(first.text) else ([], None)
        whole = b"".join(one.text for one in (first, *following))
        if _is_json(whole) or (is_first and after is None):
            yield Text(first.line, whole)
        else:
            yield from (one for one in (first, *following) if is_written(one.text))
        first, is_first = after or _next_written(lines), False


def numbered(stream: BinaryIO) -> Iterator[Text]:
    """Yield the lines; of one that is longer than any match, only the beginning."""
    number = 0
    while line := stream.readline(LARGEST_FILE + 1):
        number += 1
        end = line
        while len(end) > LARGEST_FILE and not end.endswith(b"\n"):
            end = stream.readline(LARGEST_FILE + 1)
        yield Text(number, line)


def _next_written(lines: Iterator[Text]) -> Text | None:
    return next((one for one in lines if is_written(one.text)), None)


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


def _follow(lines: Iterator[Text]) -> tuple[list[Text], Text | None]:
    """Return the lines up to the one that begins another match, and that one where there is one."""
    following: list[Text] = []
    size = 0
    for line in lines:
        if line.text.lstrip().startswith(b"{") and b'"format"' in line.text:
            return following, line
        following.append(line)
        size += len(line.text)
        if size > LARGEST_FILE or len(following) > MOST_LINES:
            break
    return following, None
