"""The finished matches of a scorebook, for season books."""

from collections.abc import Iterator, Sequence

from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import MatchRef
from scorekeeper.book.db.database import Database
from scorekeeper.book.history.history import BATCH_SIZE
from scorekeeper.book.history.history_entries import HISTORY_ROWS, HistoryRow
from scorekeeper.book.history.search import BY_MATCH
from scorekeeper.book.matches.match_loader import StoredMatch, load_matches
from scorekeeper.book.models.conditions import IS_FINISHED, NOT_DELETED, of_scorebook
from scorekeeper.book.models.tables import MATCHES

MAX_MATCHES = 2000
"""Matches in a season book; with more, the newest."""

FINISHED_MATCHES = HISTORY_ROWS.where(of_scorebook(MATCHES), IS_FINISHED, NOT_DELETED).order_by(
    *(column.desc() for column in BY_MATCH)
)


def load_finished(session: Session, scorebook_id: int) -> list[HistoryRow]:
    """Return the finished matches of a scorebook, the newest first."""
    found = session.execute(FINISHED_MATCHES, {"scorebook": scorebook_id})
    return [HistoryRow(*row) for row in found]


def load_batches(database: Database, rows: Sequence[HistoryRow]) -> Iterator[StoredMatch]:
    """Yield matches with their hands, loaded in batches; erased ones are left out."""
    for start in range(0, len(rows), BATCH_SIZE):
        batch = rows[start : start + BATCH_SIZE]
        refs = [MatchRef.from_row(row) for row in batch]
        with database.read() as session:
            loaded = load_matches(session, refs)
        yield from loaded
