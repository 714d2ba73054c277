"""The deleted matches of a device's scorebooks that can still be restored."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import Secret, query_owned
from scorekeeper.book.db.ids import now
from scorekeeper.book.history.history_entries import (
    HISTORY_ROWS,
    HistoryEntry,
    HistoryRow,
    load_entries,
)
from scorekeeper.book.matches.deletion import RESTORE_PERIOD
from scorekeeper.book.models.conditions import of_scorebook
from scorekeeper.book.models.tables import MATCHES

MAX_DELETED_MATCHES = 100

DELETED_MATCHES = (
    HISTORY_ROWS.add_columns(MATCHES.c.deleted_at)
    .where(of_scorebook(MATCHES), MATCHES.c.deleted_at > bindparam("since"))
    .order_by(MATCHES.c.deleted_at.desc())
    .limit(bindparam("limit"))
)


@dataclass(frozen=True)
class RestorableMatch:
    """A deleted match, and until when it can be restored."""

    entry: HistoryEntry
    restorable_until: datetime


def find_deleted(session: Session, secret: Secret | None) -> list[RestorableMatch]:
    """Return the matches of the device's scorebooks that can be restored, last deleted first."""
    values = {"since": now() - RESTORE_PERIOD, "limit": MAX_DELETED_MATCHES}
    rows = query_owned(session, secret, DELETED_MATCHES, values)
    latest = sorted(rows, key=lambda row: row.deleted_at, reverse=True)[:MAX_DELETED_MATCHES]
    listed = load_entries(session, [HistoryRow(*row) for row in latest])
    return [
        RestorableMatch(entry, row.deleted_at + RESTORE_PERIOD)
        for entry, row in zip(listed, latest, strict=True)
    ]
