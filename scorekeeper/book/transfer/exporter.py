"""Exports of the matches and events of a scorebook, streamed in batches."""

import json
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import ColumnElement, FromClause, ScalarSelect, func, select

from scorekeeper.book.db.database import Database
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.history.history import find_batch
from scorekeeper.book.matches.match_loader import StoredMatch, load_matches
from scorekeeper.book.models.conditions import NOT_DELETED, of_scorebook
from scorekeeper.book.models.tables import HANDS, MATCHES, PLAYERS
from scorekeeper.book.transfer import csv_writer
from scorekeeper.book.transfer.event_exporter import load_events, write_event_line
from scorekeeper.rules import match_file


class ExportFormat(StrEnum):
    """The format of an export: match files, one line per hand and side, or one line per match."""

    MATCHES = "matches"
    HANDS = "hands"
    RESULTS = "results"


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
    """Count the contents of an export."""
    with database.read() as session:
        return ExportCounts(**session.execute(COUNTS, {"scorebook": scorebook_id}).mappings().one())


def export(
    database: Database, scorebook_id: int, kind: ExportFormat, separator: str = ","
) -> Iterator[tuple[int, bytes]]:
    """Yield the parts of an export, each with its number of matches."""
    if kind is not ExportFormat.MATCHES:
        columns = (
            csv_writer.HAND_COLUMNS if kind is ExportFormat.HANDS else csv_writer.MATCH_COLUMNS
        )
        yield 0, csv_writer.write_header(columns, separator)
    for batch in load_batches(database, scorebook_id):
        yield len(batch), b"".join(_write(stored, kind, separator) for stored in batch)
    if kind is ExportFormat.MATCHES:
        for event in load_events(database, scorebook_id):
            yield 0, write_event_line(event)


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


def _write(stored: StoredMatch, kind: ExportFormat, separator: str) -> bytes:
    if kind is ExportFormat.MATCHES:
        return write_match_line(stored)
    one = csv_writer.write_hands if kind is ExportFormat.HANDS else csv_writer.write_match
    return one(stored.match, stored.public_id, separator)
