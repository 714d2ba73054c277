"""The JSON texts of matches in a stream: one on each line, or one over several lines."""

import json
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from scorekeeper.rules import MatchFileError
from scorekeeper.rules.match_file import MAX_FILE_BYTES, has_text, parse

MAX_LINES = 100_000
"""Lines of one match."""
ZIP_SIGNATURE = b"PK\x03\x04"
CSV_HEADER = re.compile(rb'(\xef\xbb\xbf)?"?match"?[,;\t]')
"""The beginning of our lists for spreadsheets."""
PRINTABLE = bytes(range(ord(" "), ord("~") + 1))


class TextBlock(NamedTuple):
    """One or more lines of a file, with the number of the first, counted from 1."""

    line: int
    text: bytes


class ParsedText(NamedTuple):
    """A parsed JSON text, or the error, with the number of its first line."""

    line: int
    written: Any | MatchFileError

    @property
    def is_complete(self) -> bool:
        """Whether the text is complete JSON, valid match or not."""
        return not (isinstance(self.written, MatchFileError) and self.written.code == "not JSON")


def split_matches(stream: BinaryIO) -> Iterator[ParsedText]:
    """Yield each match of a stream, on one line or over several."""
    lines = read_lines(stream)
    first, is_first = _next_non_blank(lines), True
    if first is not None and (kind := _find_other_kind(first.text)):
        yield ParsedText(1, MatchFileError(kind))
        return
    if first is None:
        yield _parse(TextBlock(1, b""))
    while first is not None:
        header = _parse(first)
        if header.is_complete:
            yield header
            first, is_first = _next_non_blank(lines), False
            continue
        following, after = _read_following(lines) if _is_incomplete(first.text) else ([], None)
        document = _parse(TextBlock(first.line, b"".join(one.text for one in (first, *following))))
        if document.is_complete or (is_first and after is None):
            yield document
        else:
            yield from (_parse(one) for one in (first, *following) if has_text(one.text))
        first, is_first = after or _next_non_blank(lines), False


def read_lines(stream: BinaryIO) -> Iterator[TextBlock]:
    """Yield the lines, each cut off after the maximum length of a match."""
    number = 0
    while line := stream.readline(MAX_FILE_BYTES + 1):
        number += 1
        end = line
        while len(end) > MAX_FILE_BYTES and not end.endswith(b"\n"):
            end = stream.readline(MAX_FILE_BYTES + 1)
        yield TextBlock(number, line)


def _find_other_kind(begin: bytes) -> str | None:
    """Return the code of the error for a file that has no matches, from its beginning."""
    if begin.startswith(ZIP_SIGNATURE):
        return "zipped"
    if CSV_HEADER.match(begin):
        return "CSV"
    if begin.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return None  # text, whose own error says more
    is_text = begin.removeprefix(BOM_UTF8).strip()[:1] in PRINTABLE and b"\0" not in begin
    return None if is_text else "binary"


def _parse(text: TextBlock) -> ParsedText:
    try:
        return ParsedText(text.line, parse(text.text))
    except MatchFileError as error:
        return ParsedText(text.line, error)


def _next_non_blank(lines: Iterator[TextBlock]) -> TextBlock | None:
    return next((one for one in lines if has_text(one.text)), None)


def _is_incomplete(line: bytes) -> bool:
    """Whether a line is the start of JSON that ends on a later line."""
    try:
        text = line.decode("utf-8-sig").rstrip()
        json.loads(text, parse_int=float)  # a number with any number of digits
    except json.JSONDecodeError as error:
        return error.pos >= len(text)
    except (ValueError, RecursionError):
        pass
    return False


def _read_following(lines: Iterator[TextBlock]) -> tuple[list[TextBlock], TextBlock | None]:
    """Return the lines up to the start of another match, and that start, if there is one."""
    following: list[TextBlock] = []
    size = 0
    for line in lines:
        if line.text.lstrip().startswith(b"{") and b'"format"' in line.text:
            return following, line
        following.append(line)
        size += len(line.text)
        if size > MAX_FILE_BYTES or len(following) > MAX_LINES:
            break
    return following, None
