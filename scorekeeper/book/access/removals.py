"""Phones removed from an evening: all its links, cards and codes refuse them, and no other phone.

A refusal is a grant of the event with the role `removed`. New secrets of the phone and its
installed app inherit it. A right to the whole scorebook is another right, given by an owner.
"""

from sqlalchemy import bindparam, delete, insert, literal, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import clear_cached_grants
from scorekeeper.book.db.ids import now
from scorekeeper.book.models.conditions import NOT_REMOVED, of_match, of_scorebook, update_matches
from scorekeeper.book.models.events import of_event
from scorekeeper.book.models.tables import DEVICES, EVENT_GRANTS, EVENTS, GRANTS, MATCHES

ITS_DEVICES = select(DEVICES.c.id).where(DEVICES.c.phone == bindparam("its_phone"))
OF_PHONE = GRANTS.c.device_id.in_(ITS_DEVICES)
# A new revision shows other phones that a seat is free.
_CLAIMED_MATCHES = select(GRANTS.c.match_id).where(
    OF_PHONE, of_scorebook(GRANTS), GRANTS.c.seat.is_not(None)
)
RAISE_REVISIONS = update_matches(of_scorebook(MATCHES), MATCHES.c.id.in_(_CLAIMED_MATCHES))
DELETE_GRANTS = delete(GRANTS).where(OF_PHONE, of_scorebook(GRANTS))
MATCHES_OF_EVENT = select(MATCHES.c.id).where(
    of_scorebook(MATCHES), MATCHES.c.event_id == bindparam("event")
)
DELETE_GRANTS_IN_EVENT = DELETE_GRANTS.where(GRANTS.c.match_id.in_(MATCHES_OF_EVENT))
_EVENT_OF_MATCH = select(MATCHES.c.event_id).where(*of_match(MATCHES))
FIND_REFUSAL = select(EVENT_GRANTS.c.id).where(
    *(EVENT_GRANTS.c.device_id == bindparam("this"), of_scorebook(EVENT_GRANTS), ~NOT_REMOVED),
    (EVENT_GRANTS.c.event_id == bindparam("event")) | EVENT_GRANTS.c.event_id.in_(_EVENT_OF_MATCH),
)
IS_OWNER = select(GRANTS.c.id).where(OF_PHONE, of_scorebook(GRANTS), GRANTS.c.role == "owner")
_RIGHTS = (EVENT_GRANTS.c.device_id.in_(ITS_DEVICES), of_scorebook(EVENT_GRANTS))
REPLACE_RIGHTS = update(EVENT_GRANTS).where(*_RIGHTS, NOT_REMOVED).values(role="removed")
REPLACE_RIGHTS_IN_EVENT = REPLACE_RIGHTS.where(EVENT_GRANTS.c.event_id == bindparam("event"))
INSERT_REFUSALS = insert(EVENT_GRANTS).from_select(
    ["device_id", "scorebook_id", "event_id", "role", "created_at"],
    select(*(DEVICES.c.id, EVENTS.c.scorebook_id, EVENTS.c.id, literal("removed")))
    .add_columns(bindparam("at", type_=EVENT_GRANTS.c.created_at.type))
    .select_from(DEVICES.join(EVENTS, EVENTS.c.id == bindparam("event")))
    .where(of_scorebook(EVENTS), DEVICES.c.phone == bindparam("its_phone"))
    .where(DEVICES.c.id.not_in(select(EVENT_GRANTS.c.device_id).where(*of_event(EVENT_GRANTS)))),
)
DELETE_REFUSALS = delete(EVENT_GRANTS).where(
    *_RIGHTS, EVENT_GRANTS.c.event_id == bindparam("event"), ~NOT_REMOVED
)
LIST_RUNNING = select(EVENTS.c.id).where(of_scorebook(EVENTS), EVENTS.c.ended_at.is_(None))


def is_refused(
    session: Session, device_id: int, scorebook_id: int, match_id: int | None, event_id: int | None
) -> bool:
    """Whether a device was removed from an event, or from that of a match."""
    values = {"this": device_id, "scorebook": scorebook_id, "match": match_id, "event": event_id}
    return session.execute(FIND_REFUSAL, values).first() is not None


def remove_from_event(session: Session, scorebook_id: int, event_id: int, phone: str) -> bool:
    """End the rights of a phone to an event and its matches, and refuse it from now on.

    Returns whether it had any. An owner keeps the scorebook, so it isn't refused.
    """
    where = {"scorebook": scorebook_id, "event": event_id, "its_phone": phone}
    session.execute(RAISE_REVISIONS, where)
    ended = session.scalars(DELETE_GRANTS_IN_EVENT.returning(GRANTS.c.id), where).all()
    if session.execute(IS_OWNER, where).first() is None:
        of_event = REPLACE_RIGHTS_IN_EVENT.returning(EVENT_GRANTS.c.id)
        ended = [*ended, *session.scalars(of_event, where).all()]
        if ended:
            session.execute(INSERT_REFUSALS, {**where, "at": now()})
    clear_cached_grants(session)
    return bool(ended)


def remove_from_scorebook(session: Session, scorebook_id: int, phone: str) -> None:
    """End all rights of a phone in a scorebook; refuse it in the events that go on."""
    where = {"scorebook": scorebook_id, "its_phone": phone}
    session.execute(RAISE_REVISIONS, where)
    session.execute(DELETE_GRANTS, where)
    session.execute(REPLACE_RIGHTS, where)
    for event_id in session.scalars(LIST_RUNNING, where).all():
        session.execute(INSERT_REFUSALS, {**where, "event": event_id, "at": now()})
    clear_cached_grants(session)


def allow_again(session: Session, scorebook_id: int, event_id: int, phone: str) -> None:
    """Allow a removed phone to join an event again, with any of its links."""
    where = {"scorebook": scorebook_id, "event": event_id, "its_phone": phone}
    session.execute(DELETE_REFUSALS, where)
