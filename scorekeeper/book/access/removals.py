"""Phones removed from an evening: all its links, cards and codes refuse them, and no other phone.

A refusal is a grant of the event with the role `removed`. New secrets of the phone and its
installed app inherit it. A right to the whole scorebook is another right, given by an owner.
"""

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, insert, literal, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import clear_cached_grants
from scorekeeper.book.db.ids import now
from scorekeeper.book.models.conditions import (
    NOT_REMOVED,
    of_event,
    of_match,
    of_scorebook,
    update_matches,
)
from scorekeeper.book.models.tables import DEVICES, EVENTS, GRANTS, MATCHES

ITS_DEVICES = select(DEVICES.c.id).where(DEVICES.c.phone == bindparam("its_phone"))
_OF_PHONE = (GRANTS.c.device_id.in_(ITS_DEVICES), of_scorebook(GRANTS))
ROLES_OF_PHONE = select(GRANTS.c.role).where(*_OF_PHONE, NOT_REMOVED)
_OF_EVENT = GRANTS.c.event_id == bindparam("event")
# A new revision shows other phones that a seat is free.
_CLAIMED_MATCHES = select(GRANTS.c.match_id).where(*_OF_PHONE, GRANTS.c.seat.is_not(None))
RAISE_REVISIONS = update_matches(of_scorebook(MATCHES), MATCHES.c.id.in_(_CLAIMED_MATCHES))
DELETE_GRANTS = delete(GRANTS).where(*_OF_PHONE, GRANTS.c.event_id.is_(None))
MATCHES_OF_EVENT = select(MATCHES.c.id).where(*of_event(MATCHES))
"""The matches of an event, also deleted ones."""
DELETE_GRANTS_IN_EVENT = DELETE_GRANTS.where(GRANTS.c.match_id.in_(MATCHES_OF_EVENT))
EVENT_OF_MATCH = select(MATCHES.c.event_id).where(*of_match(MATCHES))
FIND_REFUSAL = select(GRANTS.c.id).where(
    *(GRANTS.c.device_id == bindparam("this"), of_scorebook(GRANTS), ~NOT_REMOVED),
    _OF_EVENT | GRANTS.c.event_id.in_(EVENT_OF_MATCH),
)
REPLACE_RIGHTS = (
    update(GRANTS).where(*_OF_PHONE, GRANTS.c.event_id.is_not(None)).values(role="removed")
)
REPLACE_RIGHTS_IN_EVENT = REPLACE_RIGHTS.where(_OF_EVENT, NOT_REMOVED)
INSERT_REFUSALS = insert(GRANTS).from_select(
    ["device_id", "scorebook_id", "event_id", "role", "created_at"],
    select(*(DEVICES.c.id, EVENTS.c.scorebook_id, EVENTS.c.id, literal("removed")))
    .add_columns(bindparam("at", type_=GRANTS.c.created_at.type))
    .select_from(DEVICES.join(EVENTS, EVENTS.c.id == bindparam("event")))
    .where(of_scorebook(EVENTS), DEVICES.c.phone == bindparam("its_phone"))
    .where(DEVICES.c.id.not_in(select(GRANTS.c.device_id).where(*of_event(GRANTS)))),
)
DELETE_REFUSALS = delete(GRANTS).where(*_OF_PHONE, _OF_EVENT, ~NOT_REMOVED)
LIST_RUNNING = select(EVENTS.c.id).where(of_scorebook(EVENTS), EVENTS.c.ended_at.is_(None))


def find_roles(session: Session, scorebook_id: int, phone: str) -> Sequence[str]:
    """Return the roles of a phone in a scorebook, its matches and its events."""
    where = {"scorebook": scorebook_id, "its_phone": phone}
    return session.scalars(ROLES_OF_PHONE, where).all()


def remove_from_event(session: Session, scorebook_id: int, event_id: int, phone: str) -> bool:
    """End the rights of a phone to an event and its matches, and refuse it from now on.

    Returns whether it had any. An owner keeps the scorebook, so it isn't refused.
    """
    where = {"scorebook": scorebook_id, "event": event_id, "its_phone": phone}
    session.execute(RAISE_REVISIONS, where)
    ended = session.scalars(DELETE_GRANTS_IN_EVENT.returning(GRANTS.c.id), where).all()
    if "owner" not in find_roles(session, scorebook_id, phone):
        of_event = REPLACE_RIGHTS_IN_EVENT.returning(GRANTS.c.id)
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
