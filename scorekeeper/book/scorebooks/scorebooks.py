"""The scorebooks of a phone: create, choose, rename, leave, delete and restore."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, exists, insert, or_, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import devices, grants
from scorekeeper.book.access.grants import AccessDenied, Right, Secret
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches.deletion import RESTORE_PERIOD
from scorekeeper.book.models.conditions import (
    NOT_REMOVED,
    OPENS_SCOREBOOK,
    SEES_BOOK,
    UPDATE_SCOREBOOK,
    of_scorebook,
)
from scorekeeper.book.models.tables import ADDRESSES, DEVICES, EVENTS, GRANTS, SCOREBOOKS
from scorekeeper.book.players.clocks import load_time_zone
from scorekeeper.book.scorebooks.shared_scorebook import SHARED_SCOREBOOK


@dataclass(frozen=True)
class ScorebookAccess:
    """A scorebook and the access of a phone to it; `name` is None if it has no name."""

    id: int
    public_id: str
    name: str | None
    is_home: bool
    role: str
    has_recovery: bool
    recovery_made_at: datetime | None
    generation: int

    @property
    def is_owned(self) -> bool:
        return self.role == "owner"


@dataclass(frozen=True)
class DeletedScorebook:
    """A deleted scorebook, and until when an owner can restore it."""

    public_id: str
    name: str | None
    until: datetime
    is_owned: bool


class LastOwner(Exception):
    """The device is the last owner of the scorebook; only a recovery code gives access again."""


SCOREBOOKS_OF_DEVICE = (
    select(*SCOREBOOKS.c["id", "public_id", "name"])
    .add_columns(SCOREBOOKS.c.is_home, GRANTS.c.role)
    .add_columns(SCOREBOOKS.c.recovery_hash.is_not(None).label("has_recovery"))
    .add_columns(SCOREBOOKS.c.recovery_made_at, SCOREBOOKS.c.generation)
    .select_from(grants.DEVICE_GRANTS)
    .where(grants.BY_SECRET, SEES_BOOK)
    .order_by(GRANTS.c.use_order.desc(), GRANTS.c.id)
)
SCOREBOOK_OF_DEVICE = SCOREBOOKS_OF_DEVICE.where(SCOREBOOKS.c.public_id == bindparam("public_id"))
DELETED_SCOREBOOKS = (
    select(*SCOREBOOKS.c["id", "public_id", "name", "deleted_at", "is_home"], GRANTS.c.role)
    .select_from(GRANTS.join(DEVICES).join(SCOREBOOKS))
    .where(grants.BY_SECRET, NOT_REMOVED, SCOREBOOKS.c.deleted_at > bindparam("since"))
    .order_by(SCOREBOOKS.c.deleted_at.desc(), ~OPENS_SCOREBOOK)
)
FIND_NAME = select(*SCOREBOOKS.c["name", "is_home"]).where(of_scorebook(SCOREBOOKS))
# All secrets of the phone.
_ITS_DEVICES = select(DEVICES.c.id).where(
    DEVICES.c.phone == select(DEVICES.c.phone).where(grants.BY_SECRET).scalar_subquery()
)
_SAME_PHONE = GRANTS.c.device_id.in_(_ITS_DEVICES)
OTHER_OWNER = select(GRANTS.c.id).where(
    of_scorebook(GRANTS), GRANTS.c.role == "owner", ~_SAME_PHONE
)
DELETE_GRANTS = delete(GRANTS).where(_SAME_PHONE, of_scorebook(GRANTS), NOT_REMOVED)
COPY_OWNERS = insert(GRANTS).from_select(
    ["device_id", "scorebook_id", "role", "created_at", "use_order"],
    select(GRANTS.c.device_id, bindparam("to", type_=SCOREBOOKS.c.id.type))
    .add_columns(GRANTS.c.role, GRANTS.c.created_at, GRANTS.c.use_order)
    .where(of_scorebook(GRANTS), GRANTS.c.role == "owner"),
)
IS_USED = select(or_(*(exists().where(of_scorebook(table)) for table in (ADDRESSES, EVENTS))))
DELETE_SCOREBOOK = delete(SCOREBOOKS).where(of_scorebook(SCOREBOOKS))


def find_all(session: Session, secret: Secret | None) -> list[ScorebookAccess]:
    """Return the scorebooks that a phone owns or views, the last used first."""
    return [
        ScorebookAccess(**row)
        for row in session.execute(SCOREBOOKS_OF_DEVICE, grants.bind_device(secret)).mappings()
    ]


def find_accessible(session: Session, secret: Secret | None, public_id: str) -> ScorebookAccess:
    """Return a scorebook that a phone owns or reads; raise AccessDenied for any other."""
    values = {**grants.bind_device(secret), "public_id": public_id}
    if grants.is_public_id(public_id):
        for row in session.execute(SCOREBOOK_OF_DEVICE, values).mappings():
            return ScorebookAccess(**row)
    raise AccessDenied(public_id)


def find_owned(session: Session, secret: Secret | None, public_id: str) -> ScorebookAccess:
    """Return a scorebook that a phone owns; raise AccessDenied for any other."""
    scorebook = find_accessible(session, secret, public_id)
    if not scorebook.is_owned:
        raise AccessDenied(public_id)
    return scorebook


def create(
    session: Session, shown: Secret | None, new: Secret, agent: str = "", name: str | None = None
) -> Secret:
    """Create another scorebook for a phone, once for each new secret; return the secret to keep."""
    if name is not None:
        rules.check_names([name])
    if grants.is_known(session, new):
        return new
    right = Right(session.scalars(grants.INSERT_SCOREBOOK, {"name": name}).one(), None, "owner")
    secret = devices.grant_access(session, right, shown, new, agent)
    if not devices.secret_has_right(session, secret, right):
        # A concurrent request with the same form has created one.
        session.execute(DELETE_SCOREBOOK, {"scorebook": right.scorebook_id})
    return secret


def choose(session: Session, secret: Secret | None, public_id: str) -> None:
    """Make a scorebook the one that the phone used last."""
    book = find_accessible(session, secret, public_id)
    device_id = session.scalars(grants.FIND_DEVICE_ID, grants.bind_device(secret)).one()
    devices.set_last_used(session, device_id, book.id)


def rename(session: Session, secret: Secret | None, public_id: str, name: str | None) -> None:
    """Rename a scorebook, or remove its name; raise SetUpError for an invalid name."""
    if name is not None:
        rules.check_names([name])
    book = find_owned(session, secret, public_id)
    session.execute(UPDATE_SCOREBOOK, {"scorebook": book.id, "name": name})


def leave(
    session: Session, secret: Secret | None, public_id: str, *, though_last: bool = False
) -> None:
    """End the access of a phone; raise LastOwner if it is the last owner.

    The shared scorebook may lose its last owner: the home code gives access again.
    """
    book = find_accessible(session, secret, public_id)
    session.execute(grants.LOCK_SCOREBOOK, {"scorebook": book.id})
    where = {**grants.bind_device(secret), "scorebook": book.id}
    others = session.execute(OTHER_OWNER, where).first()
    if book.is_owned and others is None and not (book.is_home or though_last):
        raise LastOwner
    session.execute(DELETE_GRANTS, where)
    grants.clear_cached_grants(session)


def soft_delete(session: Session, secret: Secret | None, public_id: str) -> None:
    """Soft-delete a scorebook; an empty one replaces the shared scorebook."""
    book = find_owned(session, secret, public_id)
    session.execute(grants.LOCK_SCOREBOOK, {"scorebook": book.id})
    session.execute(
        UPDATE_SCOREBOOK, {"scorebook": book.id, "deleted_at": now(), "is_home": book.is_home}
    )
    if book.is_home:
        zone = load_time_zone(session, book.id)
        values = {"time_zone": zone, "name": book.name, "is_home": True}
        to = session.scalars(grants.INSERT_SCOREBOOK, values).one()
        session.execute(COPY_OWNERS, {"scorebook": book.id, "to": to})
    grants.clear_cached_grants(session)


def find_deleted(session: Session, secret: Secret | None) -> list[DeletedScorebook]:
    """Return the deleted scorebooks to which a phone had access, last deleted first."""
    deleted: dict[str, DeletedScorebook] = {}
    for row in _list_deleted(session, secret):
        until, is_owned = row.deleted_at + RESTORE_PERIOD, row.role == "owner"
        one = DeletedScorebook(row.public_id, row.name, until, is_owned)
        deleted.setdefault(one.public_id, one)
    return list(deleted.values())


def restore(session: Session, secret: Secret | None, public_id: str) -> None:
    """Restore a deleted scorebook; raise AccessDenied unless the device owns it.

    If it was the shared one, it is shared again, unless the one that replaced it is used.
    """
    rows = _list_deleted(session, secret)
    row = next((row for row in rows if row.public_id == public_id and row.role == "owner"), None)
    if row is None:
        raise AccessDenied(public_id)
    replacement = session.scalar(SHARED_SCOREBOOK) if row.is_home else None
    is_home = replacement is not None and not session.scalar(IS_USED, {"scorebook": replacement})
    if is_home:
        session.execute(DELETE_SCOREBOOK, {"scorebook": replacement})
    values = {"scorebook": row.id, "deleted_at": None, "is_home": is_home}
    session.execute(UPDATE_SCOREBOOK, values)
    grants.clear_cached_grants(session)


def _list_deleted(session: Session, secret: Secret | None) -> Sequence[Any]:
    values = {**grants.bind_device(secret), "since": now() - RESTORE_PERIOD}
    return session.execute(DELETED_SCOREBOOKS, values).all()
