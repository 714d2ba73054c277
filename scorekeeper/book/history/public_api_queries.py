"""What a scorebook shows to whoever holds the link to read it, page by page."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import Seen, is_id
from scorekeeper.book.db.types import table_of
from scorekeeper.book.history.history import EVERYTHING, RUNNING, Listed
from scorekeeper.book.history.history_entries import Row
from scorekeeper.book.history.search import Position, find
from scorekeeper.book.models import Address, Match

MATCHES, ADDRESSES = table_of(Match), table_of(Address)
FIND = (
    select(*MATCHES.c["scorebook_id", "id"], ADDRESSES.c.public_id, *MATCHES.c["version", "shown"])
    .select_from(MATCHES.join(ADDRESSES))
    .where(MATCHES.c.scorebook_id == bindparam("scorebook"), MATCHES.c.deleted_at.is_(None))
    .where(ADDRESSES.c.public_id == bindparam("public_id"))
)


def matches(session: Session, scorebook_id: int, before: Position | None, limit: int) -> Listed:
    """List the matches of a scorebook, those that began last first."""
    found = find(session, scorebook_id, EVERYTHING, before, limit + 1)
    rows = tuple(Row(*row) for row in found.rows)
    older = Position(rows[limit - 1].started, rows[limit - 1].id) if len(rows) > limit else None
    return Listed(rows[:limit], older, may_write=False)


def match(session: Session, scorebook_id: int, public_id: str) -> Seen | None:
    """Return where a match of a scorebook is, or None where it is not in there."""
    if not is_id(public_id):
        return None
    where = {"scorebook": scorebook_id, "public_id": public_id}
    return _seen(session.execute(FIND, where).all())


def running(session: Session, scorebook_id: int) -> Seen | None:
    """Return where the newest match is that is still being played, or None."""
    return _seen(session.execute(RUNNING, {"scorebook": scorebook_id, "limit": 1}).all())


def _seen(rows: Sequence[Any]) -> Seen | None:
    found = (
        Seen(row.scorebook_id, row.id, row.public_id, row.version, row.shown, may_write=False)
        for row in rows
    )
    return next(found, None)
