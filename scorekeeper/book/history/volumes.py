"""Season books: the finished matches of a period, and tags that say whether a book is current."""

import hashlib
from collections.abc import Hashable, Iterator, Sequence

from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import MatchRef
from scorekeeper.book.db.database import Database
from scorekeeper.book.history.history import BATCH_SIZE
from scorekeeper.book.history.history_entries import HISTORY_ROWS, HistoryRow
from scorekeeper.book.history.search import BY_MATCH
from scorekeeper.book.matches.match_loader import StoredMatch, load_matches
from scorekeeper.book.models.conditions import IS_FINISHED, NOT_DELETED, of_scorebook
from scorekeeper.book.models.tables import MATCHES
from scorekeeper.book.statistics.queries import Days
from scorekeeper.book.statistics.results import day_number

MAX_MATCHES = 2000
"""Matches in a season book; with more, the newest."""

FINISHED_MATCHES = HISTORY_ROWS.where(of_scorebook(MATCHES), IS_FINISHED, NOT_DELETED).order_by(
    *(column.desc() for column in BY_MATCH)
)


DatedRows = Sequence[tuple[int, HistoryRow]]
"""Matches, each with the day on which it began in local time, as a number like 20261120."""


def load_finished(session: Session, scorebook_id: int) -> DatedRows:
    """Return the finished matches of a scorebook, the newest first."""
    found = session.execute(FINISHED_MATCHES, {"scorebook": scorebook_id})
    rows = [HistoryRow(*row) for row in found]
    return [(day_number(row.began), row) for row in rows]


def list_years(dated: DatedRows) -> list[int]:
    """Return the years in which matches began, the latest first."""
    return sorted({day // 10_000 for day, _row in dated}, reverse=True)


def select_days(dated: DatedRows, days: Days) -> tuple[HistoryRow, ...]:
    """Return the matches of a range of days."""
    return tuple(row for day, row in dated if days.first <= day <= days.last)


def make_tag(rows: Sequence[HistoryRow], *about: Hashable) -> str:
    """Return the tag of a season book, which changes when one of its matches does."""
    shown = [(row.public_id, row.revision, row.event_revision) for row in rows]
    return hashlib.sha256(repr((about, shown)).encode()).hexdigest()[:16]


def load_batches(database: Database, rows: Sequence[HistoryRow]) -> Iterator[StoredMatch]:
    """Yield matches with their hands, loaded in batches; erased ones are left out."""
    for start in range(0, len(rows), BATCH_SIZE):
        batch = rows[start : start + BATCH_SIZE]
        refs = [MatchRef.from_row(row, can_write=False) for row in batch]
        with database.read() as session:
            loaded = load_matches(session, refs)
        yield from loaded
