"""Phones: granting rights, default names, visits, and ending rights.

A phone gets a new secret with each new right, so a planted cookie gains nothing. The response may
be lost, so the old secret keeps its old rights until the new one is first used; then it is retired.

All links, cards and codes of an evening refuse a phone that was removed from it, and no other
phone. A refusal is a grant of the event with the role `removed`. New secrets of the phone and its
installed app inherit it. A right to the whole scorebook is another right, given by an owner.
"""

import re
import secrets
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from sqlalchemy import Row, bindparam, delete, exists, func, insert, literal, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access import grants
from scorekeeper.book.access.grants import ROLES, AccessDenied, Right, Secret
from scorekeeper.book.db.database import ExpiredRows
from scorekeeper.book.db.ids import new_public_id, now
from scorekeeper.book.db.types import MAX_NAME_LENGTH
from scorekeeper.book.models.conditions import (
    MATCHES_OF_EVENT,
    NOT_REMOVED,
    OPENS_SCOREBOOK,
    of_event,
    of_match,
    of_scorebook,
    update_matches,
)
from scorekeeper.book.models.tables import DEVICES, EVENTS, GRANTS, MATCHES

FIND_BY_SECRET = select(*DEVICES.c["id", "phone", "name", "replaces_id", "seen_at"]).where(
    grants.BY_SECRET
)
FIND_BY_ID = select(*DEVICES.c["id", "phone", "name", "replaces_id"]).where(
    DEVICES.c.id == bindparam("this")
)
UPDATE_DEVICE = update(DEVICES).where(DEVICES.c.id == bindparam("this"))
SET_DEFAULT_NAME = UPDATE_DEVICE.where(DEVICES.c.name.is_(None))
_OF_DEVICE = GRANTS.c.device_id == bindparam("this")
DELETE_GRANTS = delete(GRANTS).where(_OF_DEVICE)
_COPIED = [column.name for column in GRANTS.c if column.name not in ("id", "device_id")]
COPY_GRANTS = insert(GRANTS).from_select(
    ["device_id", *_COPIED],
    select(bindparam("to", type_=DEVICES.c.id.type), *GRANTS.c[*_COPIED]).where(_OF_DEVICE),
)
LIST_GRANTS_IN_SCOREBOOK = select(*GRANTS.c["id", "match_id", "event_id", "role"]).where(
    _OF_DEVICE, of_scorebook(GRANTS)
)
FIND_ANY_GRANT = select(GRANTS.c.id).where(_OF_DEVICE).limit(1)
FIND_LAST_USED = select(func.coalesce(func.max(GRANTS.c.use_order), literal(0))).where(_OF_DEVICE)
UPDATE_GRANT = update(GRANTS).where(GRANTS.c.id == bindparam("grant"))
UPDATE_SCOREBOOK_GRANT = update(GRANTS).where(_OF_DEVICE, of_scorebook(GRANTS), OPENS_SCOREBOOK)
ITS_DEVICES = select(DEVICES.c.id).where(DEVICES.c.phone == bindparam("its_phone"))
_OF_PHONE = (GRANTS.c.device_id.in_(ITS_DEVICES), of_scorebook(GRANTS))
ROLES_OF_PHONE = select(GRANTS.c.role).where(*_OF_PHONE, NOT_REMOVED)
_OF_EVENT = GRANTS.c.event_id == bindparam("event")
# A new revision shows other phones that a seat is free.
_CLAIMED_MATCHES = select(GRANTS.c.match_id).where(*_OF_PHONE, GRANTS.c.seat.is_not(None))
RAISE_REVISIONS = update_matches(of_scorebook(MATCHES), MATCHES.c.id.in_(_CLAIMED_MATCHES))
DELETE_GRANTS_OF_PHONE = delete(GRANTS).where(*_OF_PHONE, GRANTS.c.event_id.is_(None))
DELETE_GRANTS_IN_EVENT = DELETE_GRANTS_OF_PHONE.where(GRANTS.c.match_id.in_(MATCHES_OF_EVENT))
EVENT_OF_MATCH = select(MATCHES.c.event_id).where(*of_match(MATCHES))
FIND_REFUSAL = select(GRANTS.c.id).where(
    *(_OF_DEVICE, of_scorebook(GRANTS), ~NOT_REMOVED),
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
HAS_NO_GRANTS = ~exists().where(GRANTS.c.device_id == DEVICES.c.id)
COOKIE_LIFETIME = timedelta(days=400)
# The first match counts: Android phones contain Linux, too, and iPhones Mac OS X.
_SIGNS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "TV": "TV",
    "Tizen": "TV",
    "Web0S": "TV",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def grant_access(
    session: Session, right: Right, shown: Secret | None, new: Secret, agent: str = ""
) -> Secret:
    """Grant a right to the phone with the secret `shown`; return its secret from now on.

    That is `new`, with all grants of the old one, or `shown` if it has the right already. A
    repeated `new` is the same form sent again and grants nothing twice. Raises AccessDenied if the
    phone was removed from the event that the right is about.
    """
    if grants.is_known(session, new):
        return new
    older = session.execute(FIND_BY_SECRET, grants.bind_device(shown)).first()
    if older is not None:
        if session.scalar(FIND_REFUSAL, {**right.where, "this": older.id}) is not None:
            raise AccessDenied("removed")
        note_visit(session, shown, agent)
        if device_has_right(session, older.id, right):
            assert shown is not None
            set_last_used(session, older.id, right.scorebook_id)
            return shown
    device_id = _register_device(session, new, agent, older, None if older is None else older.id)
    if session.execute(FIND_ANY_GRANT, {"this": device_id}).first() is not None:
        # The same form was handled while this request waited for the row lock.
        return new
    if older is not None:
        session.execute(COPY_GRANTS, {"this": older.id, "to": device_id})
    add_right(session, device_id, right)
    grants.clear_cached_grants(session)
    return new


def copy_access(session: Session, device_id: int, new: Secret, agent: str = "") -> Secret:
    """Copy the grants of a phone to its installed app, which has cookies of its own.

    Lists show both as one phone, and both are removed together. Returns the secret of the app.
    """
    phone = session.execute(FIND_BY_ID, {"this": device_id}).one()
    if not grants.is_known(session, new):
        app_id = _register_device(session, new, agent, phone, replaces=None)
        session.execute(COPY_GRANTS, {"this": device_id, "to": app_id})
        grants.clear_cached_grants(session)
    return new


def guess_device_name(agent: str) -> str | None:
    """Guess the name of a phone from its User-Agent header.

    >>> guess_device_name("Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36")
    'Pixel 7'
    """
    model = re.search(r"Android [\d.]+; ([\w .\-]{2,40}?)(?: Build/[^)]*)?\)", agent)
    if model is not None and "TV" not in agent:
        return model[1][:MAX_NAME_LENGTH]
    return next((name for sign, name in _SIGNS.items() if sign in agent), None)


def secret_has_right(session: Session, secret: Secret | None, right: Right) -> bool:
    """Whether the device with a secret has a right, or a higher one."""
    device = session.execute(FIND_BY_SECRET, grants.bind_device(secret)).first()
    return device is not None and device_has_right(session, device.id, right)


def note_visit(session: Session, secret: Secret | None, agent: str = "") -> None:
    """Record a visit of a phone; on the first visit with a new secret, retire the old ones."""
    device = session.execute(FIND_BY_SECRET, grants.bind_device(secret)).first()
    if device is None:
        return
    older = device.replaces_id
    while older is not None:
        before = session.execute(FIND_BY_ID, {"this": older}).one().replaces_id
        no_secret = secrets.token_bytes(32)
        values = {"this": older, "secret_hash": no_secret, "replaces_id": None}
        session.execute(UPDATE_DEVICE, values)
        session.execute(DELETE_GRANTS, {"this": older})
        grants.clear_cached_grants(session)
        older = before
    time = now()
    # Also if the clock was set back.
    if device.replaces_id is not None or abs(time - device.seen_at) >= grants.VISIT_RESOLUTION:
        session.execute(UPDATE_DEVICE, {"this": device.id, "seen_at": time, "replaces_id": None})
    if device.name is None and (name := guess_device_name(agent)):
        session.execute(SET_DEFAULT_NAME, {"this": device.id, "name": name})


def device_has_right(session: Session, device_id: int, right: Right) -> bool:
    """Whether a device has a right, or a higher one."""
    return any(
        ROLES.index(grant.role) >= ROLES.index(right.role)
        for grant in _list_grants(session, device_id, right)
        if (grant.match_id, grant.event_id) in ((None, None), (right.match_id, right.event_id))
    )


def add_right(session: Session, device_id: int, right: Right) -> None:
    """Give a right to a device, in place of a lower one to the same."""
    for grant in _list_grants(session, device_id, right):
        if (grant.match_id, grant.event_id) == (right.match_id, right.event_id):
            session.execute(UPDATE_GRANT, {"grant": grant.id, "role": right.role})
            break
    else:
        session.execute(grants.INSERT_GRANT, {"device_id": device_id, **asdict(right)})
    if right.event_id is None:
        set_last_used(session, device_id, right.scorebook_id)


def set_last_used(session: Session, device_id: int, scorebook_id: int) -> None:
    """Make a scorebook the one that the device used last."""
    number = session.scalars(FIND_LAST_USED, {"this": device_id}).one() + 1
    values = {"this": device_id, "scorebook": scorebook_id, "use_order": number}
    session.execute(UPDATE_SCOREBOOK_GRANT, values)
    grants.clear_cached_grants(session)


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
    grants.clear_cached_grants(session)
    return bool(ended)


def remove_from_scorebook(session: Session, scorebook_id: int, phone: str) -> None:
    """End all rights of a phone in a scorebook; refuse it in the events that go on."""
    where = {"scorebook": scorebook_id, "its_phone": phone}
    session.execute(RAISE_REVISIONS, where)
    session.execute(DELETE_GRANTS_OF_PHONE, where)
    session.execute(REPLACE_RIGHTS, where)
    for event_id in session.scalars(LIST_RUNNING, where).all():
        session.execute(INSERT_REFUSALS, {**where, "event": event_id, "at": now()})
    grants.clear_cached_grants(session)


def allow_again(session: Session, scorebook_id: int, event_id: int, phone: str) -> None:
    """Allow a removed phone to join an event again, with any of its links."""
    where = {"scorebook": scorebook_id, "event": event_id, "its_phone": phone}
    session.execute(DELETE_REFUSALS, where)


def expired() -> ExpiredRows:
    """Return the phones without grants that were not seen for the lifetime of a cookie."""
    conditions = (DEVICES.c.seen_at < bindparam("then"), HAS_NO_GRANTS)
    return ExpiredRows(DEVICES, conditions, {"then": now() - COOKIE_LIFETIME})


def _register_device(
    session: Session, secret: Secret, agent: str, phone: Row[Any] | None, replaces: int | None
) -> int:
    public_id = new_public_id() if phone is None else phone.phone
    name = guess_device_name(agent) if phone is None else phone.name
    return grants.lock_device(session, secret, phone=public_id, name=name, replaces_id=replaces)


def _list_grants(session: Session, device_id: int, right: Right) -> Sequence[Row[Any]]:
    return session.execute(LIST_GRANTS_IN_SCOREBOOK, {**right.where, "this": device_id}).all()
