"""Grants of devices: every query for a scorebook or a match starts from them.

==========  =========  ========================================  ==================================
opens       role       given by                                  may
==========  =========  ========================================  ==================================
scorebook   owner      home code, recovery code, one-time link   do everything, remove phones
scorebook   viewer     read link (/r/)                           read all matches, tables, events
scorebook   board      code of a television                      see the match played, or the last
match       scorer     link to keep score (/k/), code            score, correct, share, delete it
match       spectator  link to watch (/w/), code                 watch it, claim a seat
event       scorer     table card (/t/)                          follow it, score at its tables
event       spectator  door sign (/e/), code                     follow it, watch its tables
event       removed    an owner who removed the phone            nothing: its links refuse it
==========  =========  ========================================  ==================================

A right to a scorebook (not to its board) includes its matches and events. One to an event opens no
match: a phone that scores or watches at a table gets a right to that match, too, but only an owner
deletes it. The modules of `joining` find the right that a link or a code gives, and
`access.devices` gives it to a phone.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple, NewType

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorekeeper.book.db.ids import now
from scorekeeper.book.db.statements import upsert
from scorekeeper.book.models.conditions import (
    GIVES_MATCH,
    IS_FINISHED,
    IS_ITS_EVENT,
    NOT_REMOVED,
    SHOWS_MATCH,
    of_scorebook,
)
from scorekeeper.book.models.tables import ADDRESSES, DEVICES, EVENTS, GRANTS, MATCHES, SCOREBOOKS

Secret = NewType("Secret", str)
"""The secret that identifies a device; only its hash is stored."""
ROLES = ("removed", "board", "spectator", "viewer", "scorer", "owner")
"""All roles: in the same scorebook, match or event, a later one includes the earlier ones."""


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

    @property
    def where(self) -> dict[str, int | None]:
        """The values by which statements find what it opens."""
        return {"scorebook": self.scorebook_id, "match": self.match_id, "event": self.event_id}


class AccessDenied(LookupError):
    """Access is denied, or the thing does not exist: a device cannot tell the difference."""


class EventOver(AccessDenied):
    """A scorer may no longer change a finished match, because its event has ended."""


class OnlyOrganisers(AccessDenied):
    """A scorer may change a match of an event, but neither delete nor restore it."""


class Rights(NamedTuple):
    """The rights of a device to a match; `is_closed` if a scorer has lost them with its event."""

    can_write: bool
    seat: int | None = None
    is_closed: bool = False
    can_delete: bool = False

    def require_write(self, public_id: str) -> None:
        """Raise AccessDenied unless the device may change the match."""
        if not self.can_write:
            raise (EventOver if self.is_closed else AccessDenied)(public_id)

    def require_delete(self, public_id: str) -> None:
        """Raise AccessDenied unless the device may delete the match."""
        self.require_write(public_id)
        if not self.can_delete:
            raise OnlyOrganisers(public_id)


OF_OWNER = Rights(can_write=True, can_delete=True)
"""The rights of who owns the scorebook of a match."""
READS_ONLY = Rights(can_write=False)


@dataclass(frozen=True)
class MatchRef:
    """A reference to a match: its key, its version and the rights of the requesting device.

    `answered` is true if the submission was answered before; `deleted_at` is set if the match is
    deleted and can be restored.
    """

    scorebook_id: int
    id: int
    public_id: str
    version: int
    revision: int
    rights: Rights
    answered: bool = False
    deleted_at: datetime | None = None

    @classmethod
    def from_row(cls, row: Any, rights: Rights = READS_ONLY) -> "MatchRef":
        """Create the reference from a row with the key and the version of a match."""
        key = row.scorebook_id, row.id, row.public_id
        return cls(*key, row.version, row.revision, rights)

    @property
    def can_write(self) -> bool:
        return self.rights.can_write

    @property
    def seat(self) -> int | None:
        return self.rights.seat

    @property
    def key(self) -> tuple[int, int]:
        return self.scorebook_id, self.id

    @property
    def where(self) -> dict[str, Any]:
        """The values by which statements find the match."""
        return {"scorebook": self.scorebook_id, "match": self.id}


MATCH_REFS = sa.select(
    *MATCHES.c["scorebook_id", "id", "version", "revision"], ADDRESSES.c.public_id
).select_from(MATCHES.join(ADDRESSES))
"""The rows that `MatchRef.from_row` reads."""


@dataclass(frozen=True)
class GrantedAccess:
    """A device's grant of a scorebook, one match or one event; comparisons ignore what changes.

    `has_events` says whether the scorebook has any, `has_finished_events` whether one is over.
    """

    scorebook_id: int
    match_id: int | None
    event_id: int | None
    role: str
    statistics_revision: int = field(compare=False)
    has_events: bool = field(compare=False)
    has_finished_events: bool = field(compare=False)

    @property
    def sees_book(self) -> bool:
        """Whether it is one of a whole scorebook, and not of its board alone."""
        return self.role in ("owner", "viewer")


MAX_SINGLE_MATCHES = 100
"""Limit of grants loaded for a device: its scorebooks, events and the newest single matches."""

# A deleted scorebook grants nothing. Statements are built once: executing one takes less time.
DEVICE_GRANTS = GRANTS.join(DEVICES, DEVICES.c.id == GRANTS.c.device_id).join(
    SCOREBOOKS, (SCOREBOOKS.c.id == GRANTS.c.scorebook_id) & SCOREBOOKS.c.deleted_at.is_(None)
)
BY_SECRET = DEVICES.c.secret_hash == sa.bindparam("device")
FIND_DEVICE_ID = sa.select(DEVICES.c.id).where(BY_SECRET)
_HAS_EVENTS = sa.exists().where(EVENTS.c.scorebook_id == GRANTS.c.scorebook_id)
_HAS_FINISHED_EVENTS = _HAS_EVENTS.where(
    EVENTS.c.ended_at.is_not(None), EVENTS.c.deleted_at.is_(None)
)
LIST_GRANTS = (
    sa.select(*GRANTS.c["scorebook_id", "match_id", "event_id", "role"])
    .add_columns(SCOREBOOKS.c.statistics_revision, _HAS_EVENTS, _HAS_FINISHED_EVENTS)
    .select_from(DEVICE_GRANTS)
    .where(BY_SECRET, NOT_REMOVED)
    # Scorebooks and events first, by last use; then the newest matches.
    .order_by(GRANTS.c.match_id.is_not(None), GRANTS.c.use_order.desc(), GRANTS.c.match_id.desc())
    .order_by(GRANTS.c.id)
    .limit(MAX_SINGLE_MATCHES)
)
LOCK_SCOREBOOK = (
    sa.select(SCOREBOOKS.c.id).where(of_scorebook(SCOREBOOKS)).with_for_update(key_share=True)
)
INSERT_SCOREBOOK = sa.insert(SCOREBOOKS).returning(SCOREBOOKS.c.id)
INSERT_GRANT = sa.insert(GRANTS)
VISIT_RESOLUTION = timedelta(hours=1)
"""Minimum time between two recorded visits of a phone."""
_HAS_ENDED_EVENT = sa.exists().where(IS_ITS_EVENT, EVENTS.c.ended_at.is_not(None))
_IS_CLOSED = IS_FINISHED & _HAS_ENDED_EVENT.correlate(MATCHES)
READS, CLOSED, WRITES, DELETES = range(4)
_OF_SCORER = sa.case((_IS_CLOSED, CLOSED), (MATCHES.c.event_id.is_not(None), WRITES), else_=DELETES)
_LEVELS = {"owner": DELETES, "scorer": _OF_SCORER}
LEVEL = sa.func.max(sa.case(_LEVELS, value=GRANTS.c.role, else_=READS))
RIGHTS_BASE = 8
"""Base of the encoded rights; greater than the number of seats."""


def select_rights(*, to_write: bool = False) -> sa.ScalarSelect[int | None]:
    """Select the rights that `decode_rights` reads, for the match of the enclosing query."""
    level = LEVEL * RIGHTS_BASE + sa.func.coalesce(sa.func.max(GRANTS.c.seat) + 1, 0)
    return (
        sa.select(level)
        .select_from(DEVICE_GRANTS)
        .where(BY_SECRET, GRANTS.c.scorebook_id == MATCHES.c.scorebook_id)
        .where(GIVES_MATCH if to_write else SHOWS_MATCH)
        .correlate(MATCHES)
        .scalar_subquery()
    )


def encode_rights(rights: Rights) -> int:
    """Return the rights that `decode_rights` reads."""
    level = CLOSED if rights.is_closed else READS
    if rights.can_write:
        level = DELETES if rights.can_delete else WRITES
    return level * RIGHTS_BASE + (0 if rights.seat is None else rights.seat + 1)


def decode_rights(encoded: int) -> Rights:
    """Return the rights of a device to a match."""
    level, seat = divmod(encoded, RIGHTS_BASE)
    return Rights(level >= WRITES, seat - 1 if seat else None, level == CLOSED, level == DELETES)


def bind_device(secret: Secret | None) -> dict[str, Any]:
    return {"device": hashlib.sha256((secret or "").encode()).digest()}


def lock_device(session: Session, secret: Secret, **values: Any) -> int:
    """Return the id of a device, inserted if new; lock it, so that a repeated form waits."""
    time, key = now(), bind_device(secret)["device"]
    values |= {"secret_hash": key, "seen_at": time, "an_hour_ago": time - VISIT_RESOLUTION}
    return int(session.scalars(_upsert_device(session.get_bind().dialect.name), values).one())


@cache
def _upsert_device(dialect: str) -> Any:

    def see(new: Any) -> dict[str, Any]:
        # To the hour, so that a repeated form changes nothing.
        is_old = DEVICES.c.seen_at < sa.bindparam("an_hour_ago")
        return {"seen_at": sa.case((is_old, new.seen_at), else_=DEVICES.c.seen_at)}

    return upsert(DEVICES, dialect, [DEVICES.c.secret_hash], see).returning(DEVICES.c.id)


def is_known(session: Session, secret: Secret | None) -> bool:
    """Whether the device is registered."""
    return session.scalar(FIND_DEVICE_ID, bind_device(secret)) is not None


def load_grants(session: Session, secret: Secret | None) -> list[GrantedAccess]:
    """Load the grants of a device: scorebooks by last use and events, then single matches."""
    # Cached in the session, because the lists of a page all start from them.
    cache: dict[Secret | None, list[GrantedAccess]] = session.info.setdefault("granted", {})
    if secret not in cache:
        rows = session.execute(LIST_GRANTS, bind_device(secret))
        cache[secret] = [GrantedAccess(*row) for row in rows]
    return cache[secret]


def find_owned_scorebooks(session: Session, secret: Secret | None) -> list[int]:
    """Return the ids of the scorebooks a device owns, the one used last first."""
    return [one.scorebook_id for one in load_grants(session, secret) if one.role == "owner"]


def find_current_scorebook(session: Session, secret: Secret | None) -> GrantedAccess | None:
    """Return the grant of the scorebook that the device used last, or None."""
    return next((one for one in load_grants(session, secret) if one.sees_book), None)


def find_board(session: Session, secret: Secret | None) -> int | None:
    """Return the scorebook whose board a television shows, or None for any other device."""
    grants = load_grants(session, secret)
    return next((one.scorebook_id for one in grants if one.role == "board"), None)


def find_scorebook_grant(
    session: Session, secret: Secret | None, scorebook_id: int
) -> GrantedAccess:
    """Return the grant of a whole scorebook; raise AccessDenied where the device has none."""
    for one in load_grants(session, secret):
        if one.sees_book and one.scorebook_id == scorebook_id:
            return one
    raise AccessDenied(scorebook_id)


def query_scorebooks(
    session: Session,
    secret: Secret | None,
    statement: sa.Select[Any],
    values: dict[str, Any],
    roles: Sequence[str] = ("owner",),
) -> list[Any]:
    """Run a statement for each scorebook that the device owns, or has such a role in."""
    return [
        row
        for one in load_grants(session, secret)
        if one.role in roles
        for row in session.execute(statement, {**values, "scorebook": one.scorebook_id})
    ]


def query_current(
    session: Session, secret: Secret | None, statement: sa.Select[Any], values: dict[str, Any]
) -> Sequence[Any]:
    """Run a statement for the scorebook that the device used last; return its rows."""
    first = find_current_scorebook(session, secret)
    if first is None:
        return []
    return session.execute(statement, {**values, "scorebook": first.scorebook_id}).all()


def clear_cached_grants(session: Session) -> None:
    """Drop the session's cached grants, because this transaction changes them."""
    session.info.pop("granted", None)


def find_or_create_scorebook(session: Session, secret: Secret) -> int:
    """Return the id of the device's scorebook; create device and scorebook if necessary.

    Locks both, so that two devices do not insert the same player.
    """
    device_id = lock_device(session, secret)
    for scorebook_id in find_owned_scorebooks(session, secret):
        session.execute(LOCK_SCOREBOOK, {"scorebook": scorebook_id})
        return scorebook_id
    opened: int = session.scalars(INSERT_SCOREBOOK).one()
    owner = {"device_id": device_id, "scorebook_id": opened, "role": "owner"}
    session.execute(INSERT_GRANT, owner)
    clear_cached_grants(session)
    return opened


def is_public_id(text: str) -> bool:
    return re.fullmatch("[A-Za-z0-9_-]{22}", text) is not None
