"""Exports of the matches and events of a scorebook, streamed in batches.

Lists for a spreadsheet (CSV), such as that of results, can't be imported; match files can.
Numbers stay numbers, and no text becomes a formula.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

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
from scorekeeper.book.transfer import event_file
from scorekeeper.book.transfer.event_file import WrittenEvent
from scorekeeper.rules import match_file

FORMULA_START = re.compile(r"""(^|[;,|\t\r\n])(?=[\s"']*[=+\-@＝＋－＠'])|^(?=[\t\r\n])""")
"""A place before a formula that a spreadsheet would compute, or before a quote it would drop.

A spreadsheet that expects other separators also splits a line inside a text.
"""
BYTE_ORDER_MARK = "\ufeff"
"""Tells a spreadsheet that the list is UTF-8."""
MATCH_COLUMNS = (
    *("match", "started", "ended", "event", "round", "table", "place", "note", "game", "house"),
    *("hands", "ending", "winner"),
    *(f"player_{seat}" for seat in range(1, 7)),
    *(f"side_{side}" for side in range(1, 7)),
    *(f"points_{side}" for side in range(1, 7)),
    *(f"bags_{side}" for side in range(1, 7)),
)


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
    yield write_header(MATCH_COLUMNS, separator)
    for batch in load_batches(database, scorebook_id):
        yield b"".join(write_result(stored, separator) for stored in batch)


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
    return _write_json(match_file.write(stored.match, stored.public_id)).encode() + b"\n"


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
    return _write_json(event_file.write(describe_event(stored))).encode() + b"\n"


def _write_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


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


def write_header(columns: Sequence[str], separator: str) -> bytes:
    return (BYTE_ORDER_MARK + write_line(columns, separator)).encode()


def write_result(stored: StoredMatch, separator: str) -> bytes:
    """Return a match as one line: who played, and how it ended."""
    match, event = stored.match, stored.event
    data = match_file.write(match, stored.public_id)
    house = dict(data["house"])
    outcome = match.outcome
    winner = None if outcome is None or outcome.winner is None else match.sides[outcome.winner]
    cells = {
        "match": write_text(stored.public_id),
        "started": data["started"],
        "ended": data["ended"],
        "event": event and write_text(event.name),
        "round": event and event.round,
        "table": event and event.table,
        "place": write_text(match.place),
        "note": write_text(match.note),
        "game": house.pop("game"),
        "house": _write_json(house) if house else "",
        "hands": sum(score is not None for score in match.scores),
        "ending": outcome and str(outcome.ending),
        "winner": write_text(winner or ""),
    }
    for seat, player in enumerate(match.players, start=1):
        cells[f"player_{seat}"] = write_text(player)
    for side, (name, standing) in enumerate(zip(match.sides, match.standings, strict=True), 1):
        cells[f"side_{side}"] = write_text(name)
        cells[f"points_{side}"] = standing.points
        cells[f"bags_{side}"] = standing.bags
    return write_line([cells.get(name) for name in MATCH_COLUMNS], separator).encode()


def write_text(text: str) -> str:
    """Return the cell of a text, with a quote before anything that looks like a formula.

    >>> write_text("kitchen"), write_text("=1+1"), write_text("'tis"), write_text("x;=1+1")
    ('kitchen', "'=1+1", "''tis", "x;'=1+1")
    """
    return FORMULA_START.sub(r"\1'", text)


def write_line(cells: Sequence[Any], separator: str) -> str:
    """Return a line of a list."""
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerow(cells)
    return text.getvalue()
