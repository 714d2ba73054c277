"""Importing matches: the whole file is checked first, then stored in batches that commit.

Events come after the matches, each in a transaction of its own. If an import ends early, for any
reason, importing the file again finishes it: what is already stored is recognized.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import BinaryIO

from sqlalchemy import bindparam, delete, update
from sqlalchemy.orm import Session

from scorekeeper.book.access import quotas
from scorekeeper.book.access.grants import LOCK_SCOREBOOK
from scorekeeper.book.access.quotas import QuotaExceeded
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import new_id, now
from scorekeeper.book.matches.deletion import LIST_PLAYERS, TableTaken, set_deleted_at
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.match_writer import NewMatch, fill_in_times, insert_matches
from scorekeeper.book.matches.seats import delete_unseated
from scorekeeper.book.models.conditions import (
    UPDATE_EVENT,
    of_match,
    of_matches,
    raise_statistics_revision,
)
from scorekeeper.book.models.tables import MATCHES
from scorekeeper.book.statistics import results
from scorekeeper.book.transfer.comparison import ComparedMatch, ImportStatus, ScorebookRef, compare
from scorekeeper.book.transfer.event_importer import import_event, is_here
from scorekeeper.book.transfer.players import FilePlayers, Names
from scorekeeper.book.transfer.reader import BrokenLine, IncomingEvent, IncomingMatch, read_matches
from scorekeeper.rules import RuleError

BATCH_SIZE = 100
"""Matches compared or stored in one transaction; others can write in between."""
MAX_LISTED = 20
"""Different matches that a report lists one by one."""
MAX_BROKEN = 100
"""Broken lines after which the rest of a file is not read."""

DELETE_MATCHES = delete(MATCHES).where(*of_matches(MATCHES))
RAISE_VERSIONS = (
    update(MATCHES)
    .where(*of_match(MATCHES))
    .values(
        event_id=bindparam("event"),
        event_round=bindparam("round"),
        event_table=bindparam("table"),
        version=MATCHES.c.version + bindparam("old_version"),
        revision=MATCHES.c.revision + bindparam("old_revision"),
    )
)


@dataclass
class FileReport:
    """The contents of a file compared with a scorebook, and the names of its players."""

    new: int = 0
    same: int = 0
    different: int = 0
    deleted: int = 0
    new_players: int = 0
    new_events: int = 0
    same_events: int = 0
    names: set[str] = field(default_factory=set)
    alike: dict[str, str] = field(default_factory=dict)
    """Names of the file taken as another spelling of a player's name here, each with that name."""
    listed: list[ComparedMatch] = field(default_factory=list)
    broken: list[BrokenLine] = field(default_factory=list)
    refused: list[BrokenLine] = field(default_factory=list)
    """Different matches that can't replace those here."""

    @property
    def matches(self) -> int:
        """How many matches the file has, broken ones included."""
        return self.new + self.same + self.different + self.deleted + len(self.broken)

    @property
    def is_cut_short(self) -> bool:
        """Whether the check ended before the end of the file, because too much of it is broken."""
        return len(self.broken) >= MAX_BROKEN

    def count_importable(self, *, overwrite: bool) -> int:
        """Return how many matches an import stores; 0 for a file with a broken line."""
        if self.broken:
            return 0
        return self.new + self.deleted + (self.different - len(self.refused) if overwrite else 0)

    def is_importable(self, *, overwrite: bool) -> bool:
        return self.count_importable(overwrite=overwrite) > 0 or (
            self.new_events > 0 and not self.broken
        )


@dataclass
class ImportResult:
    """The outcome of an import so far.

    `total` is how many matches there are to import, `imported` how many are stored. `broken` are
    lines that were left out although the check found nothing wrong with them; `enough` is the quota
    that ended the import.
    """

    total: int
    imported: int = 0
    events: int = 0
    broken: list[BrokenLine] = field(default_factory=list)
    enough: QuotaExceeded | None = None
    is_finished: bool = False


def check_file(database: Database, book: ScorebookRef, stream: BinaryIO) -> Iterator[FileReport]:
    """Check a whole file without writing; yield the report as it grows, after each batch."""
    report, players, replacing = FileReport(), FilePlayers(book.id), FilePlayers(book.id)
    report.names = players.names
    for batch in _batches(stream):
        incoming = [one for one in batch if isinstance(one, IncomingMatch)]
        broken = {one.line: one for one in batch if isinstance(one, BrokenLine)}
        players.add([one.names for one in incoming])
        replacing.add([one.names for one in incoming])
        with database.read() as session:
            compared = compare(session, book, incoming)
            players.look_up(session, _names_of(compared, ImportStatus.NEW))
            replacing.look_up(session, _names_of(compared, ImportStatus.DIFFERENT))
        for one in compared:
            try:
                if one.status is ImportStatus.NEW:
                    players.seat(one.incoming.names)
                _count_match(report, one)
                if one.status is ImportStatus.DIFFERENT:
                    replacing.seat(one.incoming.names)
            except RuleError as error:
                line = _broken_line(one, error)
                if one.status is ImportStatus.DIFFERENT:
                    report.refused.append(line)
                else:
                    broken[line.line] = line
        events = [one for one in batch if isinstance(one, IncomingEvent)]
        for line in _check_events(database, book, players, events, report):
            broken[line.line] = line
        report.broken += [broken[line] for line in sorted(broken)]
        report.new_players = len(players.new)
        report.alike = replacing.alike | players.alike
        del report.broken[MAX_BROKEN:]
        yield report
        if report.is_cut_short:
            return


def import_matches(
    database: Database,
    book: ScorebookRef,
    stream: BinaryIO,
    report: FileReport,
    *,
    overwrite: bool = False,
    others: Collection[str] = (),
) -> Iterator[ImportResult]:
    """Store the matches of a file that was checked; yield the result after each batch's commit.

    A match that is different here is kept; with `overwrite` the one in the file replaces it and its
    undo history. `others` are names of people who are not the players with another spelling of the
    name. A line that turns out to be broken is left out. The import ends when it reaches a quota.
    Raises ValueError for a file with broken lines.
    """
    if report.broken:
        raise ValueError("a file with broken lines is not imported")
    result = ImportResult(report.count_importable(overwrite=overwrite))
    players = FilePlayers(book.id, report.names, others)
    yield result
    events: list[IncomingEvent] = []
    for batch in _batches(stream):
        incoming = [one for one in batch if isinstance(one, IncomingMatch)]
        events += [one for one in batch if isinstance(one, IncomingEvent)]
        result.broken += [one for one in batch if isinstance(one, BrokenLine)]
        with database.write() as session:
            session.execute(LOCK_SCOREBOOK, {"scorebook": book.id})
            imported = _store_batch(session, book, players, incoming, result, overwrite=overwrite)
        result.imported += imported
        yield result
        if result.enough or len(result.broken) >= MAX_BROKEN:
            return
    for event in events:
        try:
            result.events += import_event(database, book, players, event.written)
        except RuleError as error:
            result.broken.append(BrokenLine(event.line, error, event.written.people))
        except QuotaExceeded as enough:
            result.enough = enough
            return
        yield result
    result.is_finished = True
    yield result


def _batches(stream: BinaryIO) -> Iterator[list[IncomingMatch | IncomingEvent | BrokenLine]]:
    matches = read_matches(stream)
    while batch := list(islice(matches, BATCH_SIZE)):
        yield batch


def _check_events(
    database: Database,
    book: ScorebookRef,
    players: FilePlayers,
    events: Sequence[IncomingEvent],
    report: FileReport,
) -> Iterator[BrokenLine]:
    """Count new events and those that are here; yield those in which two names mean one player."""
    players.add([event.written.people for event in events])
    for event in events:
        with database.read() as session:
            if is_here(session, book, event.written):
                report.same_events += 1
                continue
            players.look_up(session, [event.written.people])
        try:
            players.seat(event.written.people)
            report.new_events += 1
        except RuleError as error:
            yield BrokenLine(event.line, error, event.written.people)


def _names_of(compared: Sequence[ComparedMatch], *statuses: ImportStatus) -> list[Names]:
    return [one.incoming.names for one in compared if one.status in statuses]


def _broken_line(one: ComparedMatch, error: RuleError) -> BrokenLine:
    return BrokenLine(one.incoming.line, error, one.incoming.match.players)


def _count_match(report: FileReport, one: ComparedMatch) -> None:
    match one.status:
        case ImportStatus.NEW:
            report.new += 1
        case ImportStatus.SAME:
            report.same += 1
        case ImportStatus.DELETED:
            report.deleted += 1
        case ImportStatus.DIFFERENT:
            report.different += 1
            if len(report.listed) < MAX_LISTED:
                report.listed.append(one)


def _store_batch(
    session: Session,
    book: ScorebookRef,
    players: FilePlayers,
    incoming: Sequence[IncomingMatch],
    result: ImportResult,
    *,
    overwrite: bool,
) -> int:
    """Compare some matches again, now that the scorebook is locked; store them, return how many."""
    compared = compare(session, book, incoming)
    statuses = {ImportStatus.NEW, ImportStatus.DIFFERENT} if overwrite else {ImportStatus.NEW}
    players.look_up(session, _names_of(compared, *statuses))
    allowance = quotas.find_import_allowance(session, book.id)
    new_matches: list[NewMatch] = []
    replaced: list[StoredMatch] = []
    new_players: set[int] = set()
    for one in compared:
        if one.status not in statuses:
            continue
        try:
            seats = players.seat(one.incoming.names)
            added = (players.new.keys() & {*seats}) - new_players
            allowance.take(0 if one.here else 1, len(added))
        except RuleError as error:
            result.broken.append(_broken_line(one, error))
            continue
        except QuotaExceeded as enough:
            result.enough = enough
            break
        new_players |= added
        new_matches.append(_place(one, seats))
        if one.here is not None:
            is_deleted = one.status is ImportStatus.NEW
            replaced.append(replace(one.here, event=None) if is_deleted else one.here)
    players.insert(session, new_players)
    seated_before = _remove(session, book, replaced)
    if new_matches:
        insert_matches(session, book.id, new_matches)
    if replaced:
        _raise_versions(session, replaced)
        delete_unseated(session, book.id, seated_before)
    deleted = [one.here for one in compared if one.status is ImportStatus.DELETED and one.here]
    return len(new_matches) + sum([_restore(session, book, one) for one in deleted])


def _place(one: ComparedMatch, seats: Sequence[int | None]) -> NewMatch:
    """Return the match to insert; without a start, it began with its first known time."""
    match = one.incoming.match
    if match.started is None:
        noted = (hand.noted for hand in match.hands if hand.noted)
        began = next(noted, match.ended or now())
        match = replace(match, started=began)
    id_, has_address = (one.here.id, True) if one.here else (new_id(), False)
    return NewMatch(id_, one.public_id, fill_in_times(match), seats, has_address=has_address)


def _remove(
    session: Session, book: ScorebookRef, matches: Sequence[StoredMatch]
) -> set[int | None]:
    """Delete matches but keep their addresses for links and phones; return their players."""
    if not matches:
        return set()
    ids = [match.id for match in matches]
    raise_statistics_revision(session, book.id)
    rows = session.execute(LIST_PLAYERS, {"keys": [match.key for match in matches]})
    seated = {row.player_id for row in rows}
    session.execute(DELETE_MATCHES, {"scorebook": book.id, "matches": ids})
    return seated


def _raise_versions(session: Session, replaced: Sequence[StoredMatch]) -> None:
    """Make old forms and pages of replaced matches stale; leave them at their tables of events."""
    session.execute(
        RAISE_VERSIONS,
        [
            {
                "scorebook": one.scorebook_id,
                "match": one.id,
                "old_version": one.version,
                "old_revision": one.revision,
                "event": one.event and one.event.id,
                "round": one.event and one.event.round,
                "table": one.event and one.event.table,
            }
            for one in replaced
        ],
    )
    for event in {one.event.id for one in replaced if one.event}:
        session.execute(UPDATE_EVENT, {"scorebook": replaced[0].scorebook_id, "event": event})


def _restore(session: Session, book: ScorebookRef, deleted: StoredMatch) -> bool:
    """Restore a deleted match that is the same in the file, unless its table is taken."""
    try:
        set_deleted_at(session, book.id, [deleted.id], None)
    except TableTaken:
        return False
    results.replace_results(session, book.id, {deleted.id: deleted.match})
    return True
