"""Exports of the matches and events of a scorebook, streamed in batches."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import ColumnElement, FromClause, ScalarSelect, func, select

from scorekeeper.book.access.event_refs import list_events
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.database import Database
from scorekeeper.book.events.event_loader import StoredEvent, load_event
from scorekeeper.book.history.history import find_batch
from scorekeeper.book.matches.match_loader import StoredMatch, load_matches
from scorekeeper.book.models.conditions import NOT_DELETED, of_scorebook
from scorekeeper.book.models.tables import HANDS, MATCHES, PLAYERS
from scorekeeper.book.players.clocks import utc_offset_minutes
from scorekeeper.book.transfer import csv_writer, event_file
from scorekeeper.book.transfer.event_file import WrittenEvent
from scorekeeper.rules import match_file


class ExportCounts(NamedTuple):
    """The number of matches, hands without misdeals, and players in an export."""

    matches: int
    hands: int
    players: int


def _count(rows: FromClause, *conditions: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(func.count()).select_from(rows).where(*conditions).scalar_subquery()


_IN_SCOREBOOK = of_scorebook(MATCHES), NOT_DELETED
COUNTS = select(
    _count(MATCHES, *_IN_SCOREBOOK).label("matches"),
    _count(MATCHES.join(HANDS), *_IN_SCOREBOOK, HANDS.c.redeal.is_(None)).label("hands"),
    _count(PLAYERS, of_scorebook(PLAYERS), PLAYERS.c.merged_into.is_(None)).label("players"),
)


def count_contents(database: Database, scorebook_id: int) -> ExportCounts:
    with database.read() as session:
        return ExportCounts(**session.execute(COUNTS, {"scorebook": scorebook_id}).mappings().one())


def export(database: Database, scorebook_id: int) -> Iterator[bytes]:
    """Yield the lines of all matches, in batches, and then of all events."""
    for batch in load_batches(database, scorebook_id):
        yield b"".join(map(write_match_line, batch))
    for event in load_events(database, scorebook_id):
        yield write_event_line(event)


def export_results(database: Database, scorebook_id: int, separator: str) -> Iterator[bytes]:
    """Yield the results of all matches as a list for a spreadsheet."""
    yield csv_writer.write_header(csv_writer.MATCH_COLUMNS, separator)
    for batch in load_batches(database, scorebook_id):
        yield b"".join(csv_writer.write_match(stored, separator) for stored in batch)


def export_event(database: Database, stored: StoredEvent) -> Iterator[bytes]:
    """Yield the lines of the matches of an event, and then its own."""
    for batch in load_batches(database, *stored.ref.key):
        yield b"".join(map(write_match_line, batch))
    yield write_event_line(stored)


def load_batches(
    database: Database, scorebook_id: int, event_id: int | None = None
) -> Iterator[Sequence[StoredMatch]]:
    """Yield the matches of a scorebook, or of an event, in batches in the order of their ids."""
    after = 0
    while True:
        with database.read() as session:
            refs = find_batch(session, scorebook_id, after, event_id)
            loaded = load_matches(session, refs) if refs else []
        if not refs:
            return
        yield loaded
        after = refs[-1].id


def write_match_line(stored: StoredMatch) -> bytes:
    """Return a match as one line of a match file."""
    data = match_file.write(stored.match, stored.public_id)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def load_events(database: Database, scorebook_id: int) -> Iterator[StoredEvent]:
    """Yield the events of a scorebook, in the order they were stored."""
    with database.read() as session:
        refs = list_events(session, scorebook_id, "owner")
    for ref in refs:
        # One may be deleted in the meantime.
        with suppress(AccessDenied):
            with database.read() as session:
                stored = load_event(session, ref)
            yield stored


def write_event_line(stored: StoredEvent) -> bytes:
    """Return an event as one line."""
    data = event_file.write(describe_event(stored))
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def describe_event(stored: StoredEvent) -> WrittenEvent:
    """Return an event as a file holds it: of the results, only those that were typed."""
    has_clock = stored.clock is not None
    return WrittenEvent(
        public_id=stored.ref.public_id,
        name=stored.name,
        event=stored.event,
        names=stored.names,
        started=stored.started_at,
        ended=stored.ended_at,
        utc_offset=utc_offset_minutes(stored.to_local(stored.started_at)) if has_clock else None,
        matches={place: match.public_id for place, match in stored.matches.items()},
    )
