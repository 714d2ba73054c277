"""Phones: granting rights, default names, visits.

A phone gets a new secret with each new right, so a planted cookie gains nothing. The response may
be lost, so the old secret keeps its old rights until the new one is first used; then it is retired.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import Any

from sqlalchemy import (
    Row,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    union_all,
    update,
)
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import (
    BY_SECRET,
    AccessDenied,
    Secret,
    bind_device,
    clear_cached_grants,
    is_known,
)
from scorekeeper.book.access.removals import is_refused
from scorekeeper.book.access.user_agents import guess_device_name
from scorekeeper.book.db.ids import new_public_id, now
from scorekeeper.book.db.retention import ExpiredRows
from scorekeeper.book.db.statements import upsert
from scorekeeper.book.models.conditions import of_scorebook
from scorekeeper.book.models.events import of_event
from scorekeeper.book.models.tables import DEVICES, EVENT_GRANTS, GRANTS

VISIT_RESOLUTION = timedelta(hours=1)
"""Minimum time between two recorded visits of a phone."""


@dataclass(frozen=True)
class Right:
    """A role in a scorebook, in one match or in one event, as given by a link or a code.

    `way` is a key of `words.scorebooks.phones.WAYS`.
    """

    scorebook_id: int
    match_id: int | None
    role: str
    event_id: int | None = None
    way: str | None = field(default=None, compare=False)


ROLE_RANKS = {"owner": 3, "scorer": 2, "viewer": 1, "spectator": 1, "board": 0, "removed": -1}
"""Ranks of roles: a higher role includes the lower ones."""

FIND_BY_SECRET = select(*DEVICES.c["id", "phone", "name", "replaces_id", "seen_at"]).where(
    BY_SECRET
)
FIND_BY_ID = select(*DEVICES.c["id", "phone", "name", "replaces_id"]).where(
    DEVICES.c.id == bindparam("this")
)
UPDATE_DEVICE = update(DEVICES).where(DEVICES.c.id == bindparam("this"))
SET_DEFAULT_NAME = UPDATE_DEVICE.where(DEVICES.c.name.is_(None))
_OF_DEVICE = GRANTS.c.device_id == bindparam("this")
_OF_DEVICE_IN_EVENTS = EVENT_GRANTS.c.device_id == bindparam("this")
_BOTH = ((GRANTS, _OF_DEVICE), (EVENT_GRANTS, _OF_DEVICE_IN_EVENTS))
DELETE_GRANTS = [delete(table).where(is_its) for table, is_its in _BOTH]
_COPIED = ["scorebook_id", "role", "created_at", "way"]
COPY_GRANTS = [
    insert(table).from_select(
        ["device_id", *_COPIED, *own],
        select(bindparam("to", type_=DEVICES.c.id.type), *table.c[*_COPIED, *own]).where(is_its),
    )
    for (table, is_its), own in zip(
        _BOTH, (["match_id", "seat", "use_order"], ["event_id"]), strict=True
    )
]
LIST_EVENT_GRANTS = select(*EVENT_GRANTS.c["id", "role"]).where(
    _OF_DEVICE_IN_EVENTS, *of_event(EVENT_GRANTS)
)
UPDATE_EVENT_GRANT = update(EVENT_GRANTS).where(EVENT_GRANTS.c.id == bindparam("grant"))
INSERT_EVENT_GRANT = insert(EVENT_GRANTS)
LIST_GRANTS_IN_SCOREBOOK = select(*GRANTS.c["id", "match_id", "role"]).where(
    _OF_DEVICE, of_scorebook(GRANTS)
)
FIND_ANY_GRANT = union_all(*(select(table.c.id).where(is_its) for table, is_its in _BOTH)).limit(1)
FIND_LAST_USED = select(func.coalesce(func.max(GRANTS.c.use_order), literal(0))).where(_OF_DEVICE)
UPDATE_GRANT = update(GRANTS).where(GRANTS.c.id == bindparam("grant"))
UPDATE_SCOREBOOK_GRANT = update(GRANTS).where(
    _OF_DEVICE, of_scorebook(GRANTS), GRANTS.c.match_id.is_(None)
)
INSERT_GRANT = insert(GRANTS)
HAS_NO_GRANTS = and_(
    *(~exists().where(table.c.device_id == DEVICES.c.id) for table in (GRANTS, EVENT_GRANTS))
)
COOKIE_LIFETIME = timedelta(days=400)


def grant_access(
    session: Session, right: Right, shown: Secret | None, new: Secret, agent: str = ""
) -> Secret:
    """Grant a right to the phone with the secret `shown`; return its secret from now on.

    That is `new`, with all grants of the old one, or `shown` if it has the right already. A
    repeated `new` is the same form sent again and grants nothing twice. Raises AccessDenied if the
    phone was removed from the event that the right is about.
    """
    if is_known(session, new):
        return new
    older = session.execute(FIND_BY_SECRET, bind_device(shown)).first()
    if older is not None:
        place = right.scorebook_id, right.match_id, right.event_id
        if is_refused(session, older.id, *place):
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
        _copy_grants(session, older.id, device_id)
    add_right(session, device_id, right)
    clear_cached_grants(session)
    return new


def copy_access(session: Session, device_id: int, new: Secret, agent: str = "") -> Secret:
    """Copy the grants of a phone to its installed app, which has cookies of its own.

    Lists show both as one phone, and both are removed together. Returns the secret of the app.
    """
    phone = session.execute(FIND_BY_ID, {"this": device_id}).one()
    if not is_known(session, new):
        app_id = _register_device(session, new, agent, phone, replaces=None)
        _copy_grants(session, device_id, app_id)
        clear_cached_grants(session)
    return new


def secret_has_right(session: Session, secret: Secret | None, right: Right) -> bool:
    """Whether the device with a secret has a right, or a higher one."""
    device = session.execute(FIND_BY_SECRET, bind_device(secret)).first()
    return device is not None and device_has_right(session, device.id, right)


def note_visit(session: Session, secret: Secret | None, agent: str = "") -> None:
    """Record a visit of a phone; on the first visit with a new secret, retire the old ones."""
    device = session.execute(FIND_BY_SECRET, bind_device(secret)).first()
    if device is None:
        return
    older = device.replaces_id
    while older is not None:
        before = session.execute(FIND_BY_ID, {"this": older}).one().replaces_id
        _retire(session, older)
        older = before
    time = now()
    # Also if the clock was set back.
    if device.replaces_id is not None or abs(time - device.seen_at) >= VISIT_RESOLUTION:
        session.execute(UPDATE_DEVICE, {"this": device.id, "seen_at": time, "replaces_id": None})
    if device.name is None and (name := guess_device_name(agent)):
        session.execute(SET_DEFAULT_NAME, {"this": device.id, "name": name})


def device_has_right(session: Session, device_id: int, right: Right) -> bool:
    """Whether a device has a right, or a higher one."""
    grants = session.execute(
        LIST_GRANTS_IN_SCOREBOOK, {"this": device_id, "scorebook": right.scorebook_id}
    )
    # Only a grant of the whole scorebook gives a right in an event.
    roles = [
        grant.role
        for grant in grants
        if grant.match_id is None or (right.event_id is None and grant.match_id == right.match_id)
    ]
    if right.event_id is not None:
        roles += [grant.role for grant in _list_event_grants(session, device_id, right)]
    return any(ROLE_RANKS[role] >= ROLE_RANKS[right.role] for role in roles)


def add_right(session: Session, device_id: int, right: Right) -> None:
    """Give a right to a device, in place of a lower one to the same."""
    if right.event_id is not None:
        _add_event_right(session, device_id, right)
        return
    grants = session.execute(
        LIST_GRANTS_IN_SCOREBOOK, {"this": device_id, "scorebook": right.scorebook_id}
    )
    lower = next((grant for grant in grants if grant.match_id == right.match_id), None)
    if lower is not None:
        session.execute(UPDATE_GRANT, {"grant": lower.id, "role": right.role})
    else:
        key = {"scorebook_id": right.scorebook_id, "match_id": right.match_id, "way": right.way}
        session.execute(INSERT_GRANT, {"device_id": device_id, "role": right.role, **key})
    set_last_used(session, device_id, right.scorebook_id)


def set_last_used(session: Session, device_id: int, scorebook_id: int) -> None:
    """Make a scorebook the one that the device used last."""
    number = session.scalars(FIND_LAST_USED, {"this": device_id}).one() + 1
    values = {"this": device_id, "scorebook": scorebook_id, "use_order": number}
    session.execute(UPDATE_SCOREBOOK_GRANT, values)
    clear_cached_grants(session)


def expired() -> ExpiredRows:
    """Return the phones without grants that were not seen for the lifetime of a cookie."""
    conditions = (DEVICES.c.seen_at < bindparam("then"), HAS_NO_GRANTS)
    return ExpiredRows(DEVICES, conditions, {"then": now() - COOKIE_LIFETIME})


@cache
def _upsert_device(dialect: str) -> Any:
    """Insert a device unless the same form did; lock it until the end of the transaction."""
    key = DEVICES.c.secret_hash
    same = upsert(DEVICES, dialect, [key], lambda new: {"secret_hash": new.secret_hash})
    return same.returning(DEVICES.c.id)


def _register_device(
    session: Session, secret: Secret, agent: str, phone: Row[Any] | None, replaces: int | None
) -> int:
    values = {
        "secret_hash": bind_device(secret)["device"],
        "phone": new_public_id() if phone is None else phone.phone,
        "name": guess_device_name(agent) if phone is None else phone.name,
        "replaces_id": replaces,
    }
    appear = _upsert_device(session.get_bind().dialect.name)
    device_id: int = session.scalars(appear, values).one()
    return device_id


def _add_event_right(session: Session, device_id: int, right: Right) -> None:
    for lower in _list_event_grants(session, device_id, right):
        session.execute(UPDATE_EVENT_GRANT, {"grant": lower.id, "role": right.role})
        return
    key = {"scorebook_id": right.scorebook_id, "event_id": right.event_id, "way": right.way}
    session.execute(INSERT_EVENT_GRANT, {"device_id": device_id, "role": right.role, **key})


def _list_event_grants(session: Session, device_id: int, right: Right) -> Sequence[Row[Any]]:
    values = {"this": device_id, "scorebook": right.scorebook_id, "event": right.event_id}
    return session.execute(LIST_EVENT_GRANTS, values).all()


def _copy_grants(session: Session, device_id: int, to: int) -> None:
    for copy in COPY_GRANTS:
        session.execute(copy, {"this": device_id, "to": to})


def _retire(session: Session, device_id: int) -> None:
    values = {"this": device_id, "secret_hash": secrets.token_bytes(32), "replaces_id": None}
    session.execute(UPDATE_DEVICE, values)
    for deletion in DELETE_GRANTS:
        session.execute(deletion, {"this": device_id})
    clear_cached_grants(session)
