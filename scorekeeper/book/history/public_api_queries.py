"""The queries of the public API, for clients with a read link."""

from typing import Any

from sqlalchemy import Select, bindparam
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import MATCH_REFS, MatchRef, is_public_id
from scorekeeper.book.history.history import NO_FILTERS, RUNNING_MATCHES, HistoryPage
from scorekeeper.book.history.history_entries import HistoryRow
from scorekeeper.book.history.search import Position, find_matches
from scorekeeper.book.models.conditions import NOT_DELETED, of_scorebook
from scorekeeper.book.models.tables import ADDRESSES, MATCHES

MATCH_BY_PUBLIC_ID = MATCH_REFS.where(of_scorebook(MATCHES), NOT_DELETED).where(
    ADDRESSES.c.public_id == bindparam("public_id")
)


def load_page(
    session: Session, scorebook_id: int, before: Position | None, limit: int
) -> HistoryPage:
    """Load a page of the matches of a scorebook, latest first."""
    result = find_matches(session, scorebook_id, NO_FILTERS, before, limit + 1)
    rows = tuple(HistoryRow(*row) for row in result.rows)
    older = Position(rows[limit - 1].started, rows[limit - 1].id) if len(rows) > limit else None
    return HistoryPage(rows[:limit], older, can_write=False)


def find_match(session: Session, scorebook_id: int, public_id: str) -> MatchRef | None:
    """Return a match of a scorebook, or None if the scorebook has no such match."""
    if not is_public_id(public_id):
        return None
    return _find_first(session, MATCH_BY_PUBLIC_ID, scorebook=scorebook_id, public_id=public_id)


def find_running_match(session: Session, scorebook_id: int) -> MatchRef | None:
    """Return the newest running match, or None."""
    return _find_first(session, RUNNING_MATCHES, scorebook=scorebook_id, limit=1)


def _find_first(session: Session, query: Select[Any], **values: object) -> MatchRef | None:
    row = session.execute(query, values).first()
    return None if row is None else MatchRef.from_row(row, can_write=False)
