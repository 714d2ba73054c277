"""Creating, changing, ending and deleting events; what all organiser's actions share.

Deleted events that can no longer be restored are purged, and their matches stay.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from scorekeeper.book.access import event_refs, grants, quotas
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database, ExpiredRows
from scorekeeper.book.db.ids import first_id_at, new_id, new_public_id, now
from scorekeeper.book.events import document
from scorekeeper.book.events.event_loader import StoredEvent, load_event
from scorekeeper.book.matches.deletion import PURGE_PERIOD, RESTORE_PERIOD
from scorekeeper.book.matches.seats import delete_unseated
from scorekeeper.book.models.conditions import (
    UPDATE_EVENT,
    of_event,
    of_scorebook,
    raise_statistics_revision,
    update_matches,
)
from scorekeeper.book.models.tables import EVENT_PLAYERS, EVENTS, MATCHES
from scorekeeper.book.players.clocks import FIND_TIME_ZONE, find_local_start
from scorekeeper.rules.seating import final
from scorekeeper.rules.seating.event import Event

MAX_EVENTS_A_DAY = 10


class StaleEvent(Exception):
    """The event has changed since the form was rendered."""


FIND_BY_PUBLIC_ID = select(EVENTS.c.id).where(EVENTS.c.public_id == bindparam("public_id"))
INSERT_EVENT = insert(EVENTS)
COUNT_NEW_EVENTS = select(func.count()).where(
    of_scorebook(EVENTS), EVENTS.c.id >= bindparam("first", type_=EVENTS.c.id.type)
)
LIST_DELETED = (
    select(*EVENTS.c["public_id", "name", "started_at", "deleted_at", "utc_offset"])
    .add_columns(FIND_TIME_ZONE.scalar_subquery().label("time_zone"))
    .where(of_scorebook(EVENTS), EVENTS.c.deleted_at > bindparam("since"))
    .order_by(EVENTS.c.deleted_at.desc(), EVENTS.c.id.desc())
)
RAISE_MATCHES = update_matches(*of_event(MATCHES))


def create_event(
    session: Session,
    secret: Secret,
    name: str,
    planned: Event,
    public_id: str | None = None,
    utc_offset: int | None = None,
) -> str:
    """Create an event once for each public id, and return that; raise QuotaExceeded if too many.

    `planned` is the event without people.
    """
    scorebook_id = grants.find_or_create_scorebook(session, secret)
    public_id = public_id or new_public_id()
    if session.scalar(FIND_BY_PUBLIC_ID, {"public_id": public_id}) is not None:
        return public_id
    values = {"scorebook_id": scorebook_id, "id": new_id(), "public_id": public_id}
    about = {"name": name, "utc_offset": utc_offset}
    event = replace(planned, key=public_id)
    session.execute(INSERT_EVENT, {**values, **about, **to_columns(event)})
    check_quota(session, scorebook_id)
    return public_id


def check_quota(session: Session, scorebook_id: int) -> None:
    """Raise QuotaExceeded if the events just inserted exceed the day's quota; roll back then."""
    if not quotas.get_quotas(session):
        return
    begin = now().timestamp() - quotas.DAY_SECONDS
    values = {"scorebook": scorebook_id, "first": first_id_at(begin)}
    if session.scalars(COUNT_NEW_EVENTS, values).one() > MAX_EVENTS_A_DAY:
        raise quotas.QuotaExceeded("events", MAX_EVENTS_A_DAY, quotas.DAY_SECONDS)


def lock_event(session: Session, secret: Secret | None, public_id: str) -> StoredEvent:
    """Lock the scorebook of an event and load it; raise AccessDenied unless the device owns it."""
    ref = event_refs.require_owner(event_refs.lock_event(session, secret, public_id))
    return load_event(session, ref)


def save_event(session: Session, stored: StoredEvent, event: Event, **columns: Any) -> None:
    """Store an event that this transaction has locked, and other columns; raise its revision.

    A finished evening is part of a season.
    """
    if stored.ended_at or "ended_at" in columns:
        raise_statistics_revision(session, stored.ref.scorebook_id)
    session.execute(UPDATE_EVENT, {**stored.ref.where, **to_columns(event), **columns})


def to_columns(event: Event) -> dict[str, Any]:
    """Return the columns with an event of the rules."""
    latest = event.latest and event.latest.number
    return {"document": document.write(event), "latest_round": latest}


def change_setup(
    session: Session, secret: Secret | None, public_id: str, name: str, planned: Event
) -> None:
    """Change the name, kind, house rules and plan of an event: they hold for coming rounds.

    Raises StaleEvent if there are people already and the kind is for pairs, or the reverse; and if
    a round was seated and it becomes an elimination, or was one.
    """
    stored = lock_event(session, secret, public_id)
    event = stored.event
    is_other_way = planned.is_elimination is not event.is_elimination
    if (stored.names and planned.is_pairs is not event.is_pairs) or (event.rounds and is_other_way):
        # People don't become pairs, nor pairs people, nor rounds an elimination.
        raise StaleEvent
    way = planned.way if is_other_way else event.way
    kept = replace(event, kind=planned.kind, way=way, planned_rounds=planned.planned_rounds)
    changed = replace(kept, max_tables=planned.max_tables, house=planned.house)
    save_event(session, stored, changed, name=name)


def set_ended(session: Session, secret: Secret | None, public_id: str, *, is_ended: bool) -> None:
    """End an event, or go on with it, unless that was done before."""
    stored = lock_event(session, secret, public_id)
    if (stored.ended_at is not None) != is_ended:
        event = final.end(stored.event) if is_ended else replace(stored.event, at_end=None)
        save_event(session, stored, event, ended_at=now() if is_ended else None)
        # Scorers may change its finished matches no longer, or again.
        session.execute(RAISE_MATCHES, stored.ref.where)


def set_deleted(
    session: Session, secret: Secret | None, public_id: str, *, is_deleted: bool
) -> None:
    """Delete an event, or restore it; its matches stay in the history."""
    ref = event_refs.find_event_or_deleted(session, secret, public_id)
    event_refs.require_owner(ref)
    session.execute(grants.LOCK_SCOREBOOK, {"scorebook": ref.scorebook_id})
    if (ref.deleted_at is not None) != is_deleted:
        raise_statistics_revision(session, ref.scorebook_id)
        session.execute(UPDATE_EVENT, {**ref.where, "deleted_at": now() if is_deleted else None})
        # Pages of its matches no longer lead to the event.
        session.execute(RAISE_MATCHES, ref.where)


class DeletedEvent(NamedTuple):
    """A deleted event, and until when it can be restored."""

    public_id: str
    name: str
    began: datetime
    restorable_until: datetime


def list_deleted(session: Session, secret: Secret | None) -> list[DeletedEvent]:
    """List the events of the device's scorebooks that can be restored, last deleted first."""
    if not any(one.has_events for one in grants.load_grants(session, secret)):
        return []
    rows = grants.query_scorebooks(session, secret, LIST_DELETED, {"since": now() - RESTORE_PERIOD})
    return [
        DeletedEvent(
            *(row.public_id, row.name, find_local_start(row), row.deleted_at + RESTORE_PERIOD)
        )
        for row in rows
    ]


_IS_EXPIRED = EVENTS.c.deleted_at <= bindparam("until")
FIND_EXPIRED = select(*EVENTS.c["scorebook_id", "id"]).where(_IS_EXPIRED).limit(1)
LIST_PLAYERS = select(EVENT_PLAYERS.c.player_id).where(*of_event(EVENT_PLAYERS))
UNLINK_MATCHES = RAISE_MATCHES.values(
    event_id=None, event_round=None, event_table=None, is_typed=False
)
DELETE_EVENT = delete(EVENTS).where(*of_event(EVENTS), _IS_EXPIRED)


def expired() -> ExpiredRows:
    """Return the events deleted too long ago to be restored."""
    return ExpiredRows(EVENTS, (_IS_EXPIRED,), {"until": now() - PURGE_PERIOD})


def purge(database: Database) -> None:
    """Purge the expired events, and players who took part in them only, one by one."""
    until = expired().values
    while True:
        with database.write() as session:
            event = session.execute(FIND_EXPIRED, until).first()
            if event is None:
                return
            where = {**until, "scorebook": event.scorebook_id, "event": event.id}
            session.execute(grants.LOCK_SCOREBOOK, where)
            people = session.scalars(LIST_PLAYERS, where).all()
            deleted: Any = session.execute(DELETE_EVENT, where)
            if deleted.rowcount:
                session.execute(UNLINK_MATCHES, where)
                delete_unseated(session, event.scorebook_id, people)
