"""The scorebooks of a phone: choosing one, naming, leaving and deleting it, taking it back."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, exists, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import devices
from scorekeeper.book.access.grants import (
    DEVICES,
    GRANTS,
    KNOWN,
    LOCK_SCOREBOOK,
    OF_DEVICE,
    SCOREBOOKS,
    THIS_DEVICE,
    NotYours,
    Secret,
    asking,
    forget_granted,
    is_id,
)
from scorekeeper.book.db.ids import new_public_id, now
from scorekeeper.book.db.types import table_of
from scorekeeper.book.matches.deletion import KEPT
from scorekeeper.book.models import Address
from scorekeeper.book.players.players import NAMES, SOME_NAMES


@dataclass(frozen=True)
class Book:
    """A scorebook as a phone sees it; `name` is none where nobody gave it one."""

    id: int
    public_id: str
    name: str | None
    is_house: bool
    role: str
    has_recovery: bool
    generation: int

    @property
    def is_owned(self) -> bool:
        """Whether the phone may write everything in it."""
        return self.role == "owner"


@dataclass(frozen=True)
class Gone:
    """A deleted scorebook, and until when an owner can take it back."""

    public_id: str
    name: str | None
    until: datetime
    is_owned: bool


class LastOwner(Exception):
    """Nobody else owns the scorebook: who leaves it comes back by its recovery code alone."""


ADDRESSES = table_of(Address)
_WHOLE = GRANTS.c.match_id.is_(None)
MINE = (
    select(*SCOREBOOKS.c["id", "public_id", "name"])
    .add_columns(SCOREBOOKS.c.house.is_(True), GRANTS.c.role)
    .add_columns(SCOREBOOKS.c.recovery_hash.is_not(None), SCOREBOOKS.c.generation)
    .select_from(OF_DEVICE)
    .where(THIS_DEVICE, _WHOLE)
    .order_by(GRANTS.c.used.desc(), GRANTS.c.id)
)
ONE = MINE.where(SCOREBOOKS.c.public_id == bindparam("public_id"))
_OF_GONE = GRANTS.join(DEVICES, DEVICES.c.id == GRANTS.c.device_id).join(
    SCOREBOOKS, SCOREBOOKS.c.id == GRANTS.c.scorebook_id
)
GONE = (
    select(*SCOREBOOKS.c["id", "public_id", "name", "deleted_at", "house"], GRANTS.c.role)
    .select_from(_OF_GONE)
    .where(THIS_DEVICE, SCOREBOOKS.c.deleted_at > bindparam("since"))
    .order_by(SCOREBOOKS.c.deleted_at.desc(), GRANTS.c.match_id.is_not(None))
)
_THIS = SCOREBOOKS.c.id == bindparam("scorebook")
CALL = update(SCOREBOOKS).where(_THIS).values(name=bindparam("new"))
# All secrets of the phone.
_SAME_PHONE = GRANTS.c.device_id.in_(
    select(DEVICES.c.id).where(
        DEVICES.c.phone == select(DEVICES.c.phone).where(THIS_DEVICE).scalar_subquery()
    )
)
BEGIN = insert(SCOREBOOKS).returning(SCOREBOOKS.c.id)
OTHER_OWNER = select(GRANTS.c.id).where(
    GRANTS.c.scorebook_id == bindparam("scorebook"), GRANTS.c.role == "owner", ~_SAME_PHONE
)
LEAVE = delete(GRANTS).where(_SAME_PHONE, GRANTS.c.scorebook_id == bindparam("scorebook"))
MARK = update(SCOREBOOKS).where(_THIS).values(deleted_at=bindparam("at"), house=bindparam("is_it"))
REPLACE = insert(SCOREBOOKS).from_select(
    ["created_at", "time_zone", "public_id", "name", "house"],
    select(
        bindparam("at", type_=SCOREBOOKS.c.created_at.type),
        SCOREBOOKS.c.time_zone,
        bindparam("made", type_=SCOREBOOKS.c.public_id.type),
        SCOREBOOKS.c.name,
        bindparam("yes", True, type_=SCOREBOOKS.c.house.type),
    ).where(_THIS),
)
MADE = select(SCOREBOOKS.c.id).where(SCOREBOOKS.c.public_id == bindparam("made"))
BRING_OWNERS = insert(GRANTS).from_select(
    ["device_id", "scorebook_id", "role", "created_at", "used"],
    select(GRANTS.c.device_id, bindparam("to", type_=SCOREBOOKS.c.id.type))
    .add_columns(GRANTS.c.role, GRANTS.c.created_at, GRANTS.c.used)
    .where(GRANTS.c.scorebook_id == bindparam("scorebook"), GRANTS.c.role == "owner"),
)
HOUSE = select(SCOREBOOKS.c.id).where(SCOREBOOKS.c.house)
HAS_MATCHES = select(exists().where(ADDRESSES.c.scorebook_id == bindparam("scorebook")))
FORGET = delete(SCOREBOOKS).where(_THIS)


def mine(session: Session, secret: Secret | None) -> list[Book]:
    """Return the scorebooks that a phone owns or reads, the one used last first."""
    return [Book(*row) for row in session.execute(MINE, asking(secret))]


def people(session: Session, book: Book) -> tuple[str, ...]:
    """Return some of the players of a scorebook, by whom one knows it that nobody gave a name."""
    found = session.execute(NAMES, {"scorebook": book.id, "limit": SOME_NAMES})
    return tuple(row.name for row in found)


def look(session: Session, secret: Secret | None, public_id: str) -> Book:
    """Return a scorebook that a phone owns or reads; raise NotYours for any other."""
    values = {**asking(secret), "public_id": public_id}
    found = session.execute(ONE, values).first() if is_id(public_id) else None
    if found is None:
        raise NotYours(public_id)
    return Book(*found)


def find(session: Session, secret: Secret | None, public_id: str) -> Book:
    """Return a scorebook that a phone owns; raise NotYours for any other."""
    found = look(session, secret, public_id)
    if not found.is_owned:
        raise NotYours(public_id)
    return found


def begin(
    session: Session, shown: Secret | None, new: Secret, agent: str = "", name: str | None = None
) -> Secret:
    """Open a further scorebook for a phone, and return the secret it is to keep from now on.

    The same new secret again opens none. Raises SetUpError for what is no name.
    """
    if name is not None:
        rules.check_names([name])
    if devices.is_there(session, new):
        return new
    right = devices.Right(session.scalars(BEGIN, {"name": name}).one(), None, "owner")
    secret = devices.gain(session, right, shown, new, agent)
    if not devices.holds(session, secret, right):
        # The same form was answered while this one waited for it.
        session.execute(FORGET, {"scorebook": right.scorebook_id})
    return secret


def choose(session: Session, secret: Secret | None, public_id: str) -> None:
    """Let a scorebook be the one that the phone used last."""
    book = look(session, secret, public_id)
    device_id = session.scalars(KNOWN, asking(secret)).one()
    devices.use(session, device_id, book.id)


def call(session: Session, secret: Secret | None, public_id: str, name: str | None) -> None:
    """Call a scorebook so, or nothing; raise SetUpError for what is no name."""
    if name is not None:
        rules.check_names([name])
    book = find(session, secret, public_id)
    session.execute(CALL, {"scorebook": book.id, "new": name})


def leave(
    session: Session, secret: Secret | None, public_id: str, *, though_last: bool = False
) -> None:
    """Let a phone and a scorebook part; raise LastOwner where nobody else would own it.

    The house's is never lost: its code lets everybody in again.
    """
    book = look(session, secret, public_id)
    session.execute(LOCK_SCOREBOOK, {"scorebook": book.id})
    where = {**asking(secret), "scorebook": book.id}
    others = session.execute(OTHER_OWNER, where).first()
    if book.is_owned and others is None and not (book.is_house or though_last):
        raise LastOwner
    session.execute(LEAVE, where)
    forget_granted(session)


def discard(session: Session, secret: Secret | None, public_id: str) -> None:
    """Delete a scorebook so that it can be taken back; an empty one takes the house's place."""
    book = find(session, secret, public_id)
    session.execute(LOCK_SCOREBOOK, {"scorebook": book.id})
    # That it was the house's is known by nobody's knowing.
    left = None if book.is_house else False
    session.execute(MARK, {"scorebook": book.id, "at": now(), "is_it": left})
    if book.is_house:
        made = new_public_id()
        session.execute(REPLACE, {"scorebook": book.id, "at": now(), "made": made})
        to = session.scalars(MADE, {"made": made}).one()
        session.execute(BRING_OWNERS, {"scorebook": book.id, "to": to})
    forget_granted(session)


def gone(session: Session, secret: Secret | None) -> list[Gone]:
    """Return the deleted scorebooks that a phone had to do with, the latest first."""
    found: dict[str, Gone] = {}
    for row in session.execute(GONE, {**asking(secret), "since": now() - KEPT}):
        one = Gone(row.public_id, row.name, row.deleted_at + KEPT, row.role == "owner")
        found.setdefault(one.public_id, one)
    return list(found.values())


def take_back(session: Session, secret: Secret | None, public_id: str) -> None:
    """Bring a deleted scorebook back as it was; raise NotYours where it is no owner who asks.

    Where it was the house's, it is so again, unless something was played in its place meanwhile.
    """
    rows = session.execute(GONE, {**asking(secret), "since": now() - KEPT}).all()
    row = next((row for row in rows if row.public_id == public_id and row.role == "owner"), None)
    if row is None:
        raise NotYours(public_id)
    place = session.scalar(HOUSE) if row.house is None else None
    if place is not None and not session.scalar(HAS_MATCHES, {"scorebook": place}):
        session.execute(FORGET, {"scorebook": place})
        session.execute(MARK, {"scorebook": row.id, "at": None, "is_it": True})
    else:
        session.execute(MARK, {"scorebook": row.id, "at": None, "is_it": False})
    forget_granted(session)
