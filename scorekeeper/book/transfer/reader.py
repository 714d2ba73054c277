"""The matches and events of a file, one after another, and the lines without a valid one."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple

from scorekeeper import rules
from scorekeeper.book.transfer import event_file
from scorekeeper.book.transfer.event_file import WrittenEvent
from scorekeeper.book.transfer.line_reader import split_matches
from scorekeeper.rules import MatchFileError, RuleError, match_file

MAX_MATCHES = 200_000
"""Matches in one file; a longer one must be split."""


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
