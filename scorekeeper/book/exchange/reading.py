"""The matches of a file, one after the other, and what in it is none."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from scorekeeper import rules
from scorekeeper.book.exchange.lines import split
from scorekeeper.rules import MatchFileError, RuleError, notation

MOST_MATCHES = 200_000
"""Matches in one file; who has more splits it."""
ZIPPED = b"PK\x03\x04"
CSV = re.compile(rb'(\xef\xbb\xbf)?"?match"?[,;\t]')
"""The beginning of our lists for spreadsheets."""


@dataclass(frozen=True)
class Incoming:
    """A match of a file: the line it begins on, its id there if it has one, and the match."""

    line: int
    public_id: str
    match: rules.Match

    @property
    def name(self) -> str:
        """What makes it known again: its id, else when it was started, who played, and how."""
        if self.public_id:
            return self.public_id
        written = notation.write(self.match)
        return json.dumps([written[field] for field in ("started", "players", "hands")])


@dataclass(frozen=True)
class Broken:
    """What is no match: the line it begins on, why, and the names it speaks of."""

    line: int
    error: RuleError
    players: Sequence[str] = ()
    sides: Sequence[str] = ()


def read(stream: BinaryIO) -> Iterator[Incoming | Broken]:
    """Yield the matches of a file from its beginning: match files, one after another.

    A match that stands in it twice is yielded once; after too many nothing more is read.
    """
    known: dict[int, int] = {}
    for found in _read(stream):
        if isinstance(found, Broken):
            yield found
            continue
        name, content = hash(found.name), _content(found.match)
        if name not in known:
            if len(known) == MOST_MATCHES:
                yield Broken(found.line, MatchFileError("too many matches", most=MOST_MATCHES))
                return
            known[name] = content
            yield found
        elif known[name] != content:
            error = MatchFileError("match twice", id=found.public_id)
            yield Broken(found.line, error)


def _read(stream: BinaryIO) -> Iterator[Incoming | Broken]:
    stream.seek(0)
    begin = stream.read(1000)
    stream.seek(0)
    if begin.startswith(ZIPPED):
        yield Broken(1, MatchFileError("zipped"))
    elif CSV.match(begin):
        yield Broken(1, MatchFileError("CSV"))
    else:
        yield from (_match(line, written) for line, written in split(stream))


def _match(line: int, written: Any | RuleError) -> Incoming | Broken:
    if isinstance(written, RuleError):
        return Broken(line, written)
    try:
        match = notation.read(written)
    except RuleError as error:
        return Broken(line, error, *notation.names_in(written))
    return Incoming(line, written.get("id") or "", match)


def _content(match: rules.Match) -> int:
    """Return a number that is another one where anything of the match is different."""
    house = tuple([getattr(match.house, rule) for rule in rules.RULES])
    names = match.house.game.key, match.players, match.sides, match.place, match.note
    # As text: Python gives -1 and -2 the same number.
    said = match.first, str(match.opening), match.hands
    return hash((house, names, said, match.started, match.ended, match.utc_offset))
