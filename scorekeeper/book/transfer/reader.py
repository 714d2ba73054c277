"""Reading files: the matches and events of a file, one after another, and the broken lines.

The JSON text of a match is on one line, or over several.
"""

import hashlib
import json
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import IncrementalNewlineDecoder
from typing import Any, BinaryIO, NamedTuple

from scorekeeper import rules
from scorekeeper.book.transfer import event_file
from scorekeeper.book.transfer.event_file import WrittenEvent
from scorekeeper.rules import MatchFileError, RuleError, match_file
from scorekeeper.rules.match_file import BLANK, MAX_FILE_BYTES, parse, parse_several

MAX_MATCHES = 200_000
"""Matches in one file; a longer one must be split."""
MAX_LINES = 100_000
"""Lines of one match."""
MAX_BROKEN = 2_000
"""Broken lines after which a file without a match is not read on."""
LINES_PER_ERROR = 100
"""Broken lines of what may be one match that have one error."""
MAX_TRIES = 20
"""Lines that may close the object of a match, until it is taken for a broken one."""
PIECE_BYTES = 65_536
BRACKETS = (b"", b"[", b"]", b",", b"],", b"];")
ZIP_SIGNATURE = b"PK\x03\x04"
CSV_HEADER = re.compile(rb'(\xef\xbb\xbf)?"?match"?[,;\t]')
"""The beginning of our lists for spreadsheets."""
PRINTABLE = bytes(range(ord(" "), ord("~") + 1))


@dataclass(frozen=True)
class IncomingMatch:
    """A match of a file: the line it begins on, its id there (or ""), and the match.

    `key` identifies it each time the file is read: by its id, or by its content and its number
    among equal matches.
    """

    line: int
    public_id: str
    match: rules.Match
    key: str
    copy: int = 1

    @property
    def names(self) -> tuple[str | None, ...]:
        """The names that the table gave, by seat."""
        return rules.list_given_names(self.match.players)

    @property
    def key_of_0_7(self) -> str:
        """The key that version 0.7 used for a match without an id."""
        data = match_file.write(self.match)
        return json.dumps([data[field] for field in ("started", "players", "hands")])


class IncomingEvent(NamedTuple):
    """An event of a file: the line it begins on, and what is written there."""

    line: int
    written: WrittenEvent


@dataclass(frozen=True)
class BrokenLine:
    """A line without a valid match, the reason, and the names that the reason mentions."""

    line: int
    error: RuleError
    players: Sequence[str] = ()
    sides: Sequence[str] = ()


def read_matches(stream: BinaryIO) -> Iterator[IncomingMatch | IncomingEvent | BrokenLine]:
    """Yield the matches and events of a file from its beginning.

    An id counts once; the same id with a different match is a broken line. Equal matches without an
    id are numbered, and one that already came with an id is skipped. Reading stops after too many
    matches.
    """
    contents: dict[int, int] = {}
    with_ids: Counter[int] = Counter()
    copies: Counter[int] = Counter()
    stream.seek(0)
    for line, data in split_matches(stream):
        try:
            if isinstance(data, RuleError):
                raise data
            if event_file.is_event(data):
                yield IncomingEvent(line, event_file.read(data))
                continue
            match = match_file.read(data)
        except RuleError as error:
            yield BrokenLine(line, error, *match_file.find_names(data))
            continue
        if len(contents) + copies.total() >= MAX_MATCHES:
            yield BrokenLine(line, MatchFileError("too many matches", most=MAX_MATCHES))
            return
        public_id, content = data.get("id") or "", _hash_content(match)
        if not public_id:
            digest = hashlib.sha256(json.dumps(match_file.write(match)).encode()).hexdigest()
            copies[hash(digest)] += 1
            copy = copies[hash(digest)]
            if copy > with_ids[content]:
                yield IncomingMatch(line, "", match, f"{digest} {copy}", copy)
        elif (name := hash(public_id)) not in contents:
            contents[name] = content
            with_ids[content] += 1
            yield IncomingMatch(line, public_id, match, public_id)
        elif contents[name] != content:
            yield BrokenLine(line, MatchFileError("match twice", id=public_id))


def _hash_content(match: rules.Match) -> int:
    """Return a number that differs if anything in the match differs."""
    house = tuple([getattr(match.house, rule) for rule in rules.RULES])
    names = match.house.game.key, match.players, match.sides, match.place, match.note
    # As text, because Python hashes -1 and -2 to the same number.
    content = match.first, str(match.opening), match.hands
    times = match.started, match.clock, match.ended, match.utc_offset
    return hash((house, names, content, times, match.awarded))


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
    """Yield each match of a stream: on a line, over several, or as other programs join them.

    A file without any JSON has one error. One in another encoding is read up to the first.
    """
    found, broken = _split(read_lines(stream)), list[ParsedText]()
    for one in found:
        if one.is_complete:
            yield from (*broken, one)
            yield from found
            return
        broken.append(one)
        if len(broken) == MAX_BROKEN:
            break
    yield from broken[:1]


def read_lines(stream: BinaryIO) -> Iterator[TextBlock]:
    """Yield the lines, each cut off after the maximum length of a match."""
    rest, number = b"", 0
    for piece in _read_pieces(stream):
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            number += 1
            yield TextBlock(number, line[: MAX_FILE_BYTES + 1] + b"\n")
        rest = rest[: MAX_FILE_BYTES + 1]
    if rest:
        yield TextBlock(number + 1, rest)


def _read_pieces(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the bytes as UTF-8 with line feeds, whatever the system that wrote them."""
    piece = stream.readline(PIECE_BYTES)
    is_wide = piece.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    # Bytes that are not UTF-8 stay, and are reported with their line.
    encoding, errors = ("utf-16", "replace") if is_wide else ("utf-8", "surrogateescape")
    decoder = IncrementalNewlineDecoder(getincrementaldecoder(encoding)(errors), translate=True)
    while piece:
        yield decoder.decode(piece).encode(errors="surrogateescape")
        piece = stream.readline(PIECE_BYTES)
    yield decoder.decode(b"", final=True).encode(errors="surrogateescape")


def _split(lines: Iterator[TextBlock]) -> Iterator[ParsedText]:
    first, is_first = _next_non_blank(lines), True
    if first is not None and (kind := _find_other_kind(first.text)):
        yield ParsedText(1, MatchFileError(kind))
        return
    if first is None:
        yield _parse(TextBlock(1, b""))
    while first is not None:
        parsed, after = _parse_all(first), None
        found: Iterable[ParsedText] = parsed
        if not parsed[0].is_complete and _is_incomplete(first.text):
            following, after = _read_following(first, lines)
            found = parsed = _parse_all(_join([first, *following]))
            if not (parsed[0].is_complete or (is_first and after is None)):
                found = _parse_apart([first, *following])
        for one in found:
            yield one
            if isinstance(one.written, MatchFileError) and one.written.code == "not UTF-8":
                return
        first, is_first = after or _next_non_blank(lines), False


def _parse_all(text: TextBlock) -> list[ParsedText]:
    """Parse a text, which may have several objects; there is always at least one result."""
    one = _parse(text)
    if one.is_complete and not isinstance(one.written, list):
        return [one]
    return [ParsedText(text.line, each) for each in parse_several(text.text)] or [one]


def _parse_apart(lines: Sequence[TextBlock]) -> Iterator[ParsedText]:
    """Parse lines; a broken one that begins no object belongs to the broken one before."""
    for place, line in enumerate(lines):
        if line.text.strip(BLANK):
            one = _parse(line)
            is_whole = one.is_complete and isinstance(one.written, dict | MatchFileError)
            if is_whole or place % LINES_PER_ERROR == 0 or line.text.startswith(b"{"):
                yield one


def _join(lines: Sequence[TextBlock]) -> TextBlock:
    return TextBlock(lines[0].line, b"".join([one.text for one in lines]))


def _find_other_kind(begin: bytes) -> str | None:
    """Return the code of the error for a file that has no matches, from its beginning."""
    if begin.startswith(ZIP_SIGNATURE):
        return "zipped"
    if CSV_HEADER.match(begin):
        return "CSV"
    begin = begin.removeprefix(BOM_UTF8).strip(b" \t\n\0")
    is_text = begin[:1] in PRINTABLE and b"\0" not in begin
    return None if is_text else "binary"


def _parse(text: TextBlock) -> ParsedText:
    try:
        return ParsedText(text.line, parse(text.text))
    except MatchFileError as error:
        return ParsedText(text.line, error)


def _next_non_blank(lines: Iterator[TextBlock]) -> TextBlock | None:
    """Return the next line with more than the brackets of a list around the matches."""
    return next((one for one in lines if one.text.strip(BLANK) not in BRACKETS), None)


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


def _read_following(
    first: TextBlock, lines: Iterator[TextBlock]
) -> tuple[list[TextBlock], TextBlock | None]:
    """Return the lines up to the end of an object or the start of another, and that start if any.

    An object ends where a line closes it that is indented as the first one is.
    """
    indent = first.text[: len(first.text) - len(first.text.lstrip(b" \t"))]
    following: list[TextBlock] = []
    size = tries = 0
    for line in lines:
        if line.text.lstrip().startswith(b"{") and b'"format"' in line.text:
            return following, line
        following.append(line)
        size += len(line.text)
        if size > MAX_FILE_BYTES or len(following) > MAX_LINES:
            break
        if line.text.startswith(indent + b"}") and tries < MAX_TRIES:
            tries += 1
            if _parse_all(_join([first, *following]))[0].is_complete:
                break
    return following, None
