"""Bringing matches in: first a report that writes nothing, then all of them or none.

New matches are written some at a time, so that others can write in between, and as deleted long
ago: nobody sees them, and what is left of an import that was killed goes with what is deleted. One
short transaction at the end lets all be seen at once.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import BinaryIO

from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book import quotas
from scorekeeper.book.access import LOCK_SCOREBOOK
from scorekeeper.book.columns import new_id, new_public_id, now
from scorekeeper.book.database import Database
from scorekeeper.book.deletion import KEPT, let_go
from scorekeeper.book.errors import StorageError
from scorekeeper.book.exchange.comparing import Book, Compared, Standing, compare
from scorekeeper.book.exchange.people import People
from scorekeeper.book.exchange.reading import Broken, Incoming, read
from scorekeeper.book.exchange.showing import Replaced, Waiting, show
from scorekeeper.book.storing import Placed, insert_matches, timed
from scorekeeper.rules import RuleError

STRETCH = 100
"""Matches that are compared or written in one transaction."""
TOLD = 20
"""Broken and different matches that a report tells of one by one."""

Progress = Callable[[int], None]
"""Is told after each stretch how many matches were looked at or written so far."""


@dataclass(frozen=True)
class Different:
    """A match that is here and in the file, and is not the same."""

    line: int
    public_id: str
    here: rules.Match
    there: rules.Match


@dataclass
class Report:
    """What bringing a file in would do, or did."""

    new: int = 0
    same: int = 0
    different: int = 0
    back: int = 0
    broken: int = 0
    people: int = 0
    some_different: list[Different] = field(default_factory=list)
    some_broken: list[Broken] = field(default_factory=list)

    @property
    def matches(self) -> int:
        """How many matches the file has."""
        return self.new + self.same + self.different + self.back + self.broken


class Refused(Exception):
    """The file cannot be brought in, and nothing was; the report says what is broken in it."""

    def __init__(self, report: Report) -> None:
        super().__init__(f"{report.broken} broken")
        self.report = report


class Changed(Exception):
    """The scorebook was changed so much meanwhile that nothing was brought in."""


def examine(
    database: Database, book: Book, stream: BinaryIO, progress: Progress | None = None
) -> Report:
    """Report what bringing a file into a scorebook would do; nothing is written."""
    report, people = Report(), People(book.id)
    for stretch in _stretches(stream):
        incoming = _without_broken(report, stretch)
        if incoming:
            with database.read() as session:
                compared = compare(session, book, incoming)
                people.look_up(session, _to_write(compared, theirs=False))
            for one in compared:
                _count(report, people, one, theirs=False)
        if progress is not None:
            progress(report.matches)
    report.people = people.brought
    return report


def bring_in(
    database: Database,
    book: Book,
    stream: BinaryIO,
    *,
    theirs: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Bring a file into a scorebook, all of it or nothing; return what was done.

    A match that is here otherwise stays as it is, unless that of the file is to take its place:
    then what was recorded of it goes, with what could be taken back. Raises Refused for a file in
    which something is broken, Changed where the scorebook did not stay as it was, Enough where it
    may not hold so much.
    """
    arriving = _Arriving(book, theirs)
    try:
        for stretch in _stretches(stream):
            incoming = _without_broken(arriving.report, stretch)
            if arriving.report.broken:
                raise Refused(arriving.report)
            with database.write() as session:
                arriving.write(session, incoming)
            if progress is not None:
                progress(arriving.report.matches)
        with database.write() as session:
            session.execute(LOCK_SCOREBOOK, {"scorebook": book.id})
            if not show(session, book.id, arriving.waiting):
                raise Changed
            if arriving.people.brought:
                quotas.check_players(session, book.id)
            quotas.check_start(session, book.id)
    except BaseException:
        with suppress(StorageError):
            _take_away(database, book, arriving.waiting.written)
        raise
    return arriving.report


class _Arriving:
    """What of a file is written so far, and waits to be seen."""

    def __init__(self, book: Book, theirs: bool) -> None:
        self.book, self.theirs = book, theirs
        self.report, self.people = Report(), People(book.id)
        self.waiting = Waiting()
        self.hidden_since: datetime = now() - KEPT

    def write(self, session: Session, incoming: Sequence[Incoming]) -> None:
        """Write some matches out of sight."""
        session.execute(LOCK_SCOREBOOK, {"scorebook": self.book.id})
        compared = compare(session, self.book, incoming)
        self.people.look_up(session, _to_write(compared, self.theirs))
        placed = []
        for one in compared:
            _count(self.report, self.people, one, self.theirs)
            if _is_to_write(one, self.theirs):
                placed.append(self._placed(one))
            elif one.standing is Standing.BACK and one.here is not None:
                self.waiting.returning.append(one.here.id)
        if self.report.broken:
            raise Refused(self.report)
        self.people.write(session)
        if placed:
            insert_matches(session, self.book.id, placed)
        self.waiting.written.extend([one.id for one in placed])
        for written in placed:
            if written.counts and (began := written.match.started) is not None:
                self.waiting.counted[began.year, began.month].append(written.id)
        self.report.people = self.people.brought

    def _placed(self, one: Compared) -> Placed:
        match = one.incoming.match
        if match.started is None:
            began = next((hand.noted for hand in match.hands if hand.noted), now())
            match = replace(match, started=began)
        public_id, id_ = one.public_id, new_id()
        if one.here is not None:
            self.waiting.replaced.append(Replaced(one.here.id, id_, public_id))
            public_id = new_public_id()
        return Placed(
            id_,
            public_id,
            timed(match),
            self.people.seat(match),
            deleted_at=self.hidden_since,
        )


def _stretches(stream: BinaryIO) -> Iterator[list[Incoming | Broken]]:
    found = read(stream)
    while stretch := list(islice(found, STRETCH)):
        yield stretch


def _without_broken(report: Report, stretch: Sequence[Incoming | Broken]) -> list[Incoming]:
    incoming = []
    for one in stretch:
        if isinstance(one, Broken):
            _count_broken(report, one)
        else:
            incoming.append(one)
    return incoming


def _is_to_write(one: Compared, theirs: bool) -> bool:
    return one.standing is Standing.NEW or (theirs and one.standing is Standing.DIFFERENT)


def _to_write(compared: Sequence[Compared], theirs: bool) -> list[rules.Match]:
    return [one.incoming.match for one in compared if _is_to_write(one, theirs)]


def _count(report: Report, people: People, one: Compared, theirs: bool) -> None:
    """Count a match; one whose people cannot sit there together is broken."""
    try:
        if _is_to_write(one, theirs):
            people.seat(one.incoming.match)
    except RuleError as error:
        _count_broken(report, Broken(one.incoming.line, error, one.incoming.match.players))
        return
    match one.standing:
        case Standing.NEW:
            report.new += 1
        case Standing.SAME:
            report.same += 1
        case Standing.BACK:
            report.back += 1
        case Standing.DIFFERENT:
            report.different += 1
            if one.here is not None and len(report.some_different) < TOLD:
                found = one.incoming.line, one.public_id, one.here.match, one.incoming.match
                report.some_different.append(Different(*found))


def _count_broken(report: Report, broken: Broken) -> None:
    report.broken += 1
    if len(report.some_broken) < TOLD:
        report.some_broken.append(broken)


def _take_away(database: Database, book: Book, ids: Sequence[int]) -> None:
    """Let go of what was written of a file that is not brought in."""
    for start in range(0, len(ids), STRETCH):
        with database.write() as session:
            let_go(session, [(book.id, id_) for id_ in ids[start : start + STRETCH]])
