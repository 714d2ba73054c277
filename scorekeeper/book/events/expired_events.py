"""Deleted events that can no longer be restored: they are purged, and their matches stay."""

from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import LOCK_SCOREBOOK
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.retention import ExpiredRows
from scorekeeper.book.matches.deletion import PURGE_PERIOD
from scorekeeper.book.matches.seats import delete_unseated
from scorekeeper.book.models.conditions import of_scorebook, update_matches
from scorekeeper.book.models.events import of_event
from scorekeeper.book.models.tables import EVENT_PLAYERS, EVENTS, MATCHES

_IS_EXPIRED = EVENTS.c.deleted_at <= bindparam("until")
FIND_EXPIRED = select(*EVENTS.c["scorebook_id", "id"]).where(_IS_EXPIRED).limit(1)
LIST_PLAYERS = select(EVENT_PLAYERS.c.player_id).where(*of_event(EVENT_PLAYERS))
UNLINK_MATCHES = update_matches(
    of_scorebook(MATCHES), MATCHES.c.event_id == bindparam("event")
).values(event_id=None, event_round=None, event_table=None, is_typed=False)
DELETE_EVENT = delete(EVENTS).where(*of_event(EVENTS), _IS_EXPIRED)


def expired() -> ExpiredRows:
    """Return the events deleted too long ago to be restored."""
    return ExpiredRows(EVENTS, (_IS_EXPIRED,), {"until": now() - PURGE_PERIOD})


def purge(database: Database) -> None:
    """Purge the expired events, one in each transaction."""
    until = expired().values
    while True:
        with database.write() as session:
            event = session.execute(FIND_EXPIRED, until).first()
            if event is None:
                return
            _purge(session, {**until, "scorebook": event.scorebook_id, "event": event.id})


def _purge(session: Session, where: dict[str, Any]) -> None:
    """Purge an event, and players who took part in it and nowhere else."""
    session.execute(LOCK_SCOREBOOK, where)
    people = session.scalars(LIST_PLAYERS, where).all()
    deleted: Any = session.execute(DELETE_EVENT, where)
    if deleted.rowcount:
        session.execute(UNLINK_MATCHES, where)
        delete_unseated(session, where["scorebook"], people)
