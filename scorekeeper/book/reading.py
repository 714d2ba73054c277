"""What a scorebook shows to whoever holds the link to read it, page by page."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Self

from sqlalchemy import BigInteger, bindparam, select, tuple_
from sqlalchemy.orm import Session

from scorekeeper.book.access import Seen, is_id
from scorekeeper.book.columns import table_of
from scorekeeper.book.history import RUNNING
from scorekeeper.book.models import Address, Match
from scorekeeper.book.players import LISTED, NEWEST, PLAYERS, Person


class Place(NamedTuple):
    """Where a list goes on: behind what began at a moment, and has this id."""

    began: datetime = datetime.max.replace(tzinfo=UTC)
    id: int = NEWEST

    @classmethod
    def read(cls, written: bytes) -> Self:
        """Read a place that was written; any 16 bytes are one.

        >>> Place.read(Place().written) == Place(), Place.read(bytes(16)).began.year
        (True, 1970)
        """
        since, id_ = struct.unpack(">qq", written)
        return cls(EPOCH + min(max(since, FIRST), LAST) * MICROSECOND, id_)

    @property
    def written(self) -> bytes:
        """The place as 16 bytes."""
        return struct.pack(">qq", (self.began - EPOCH) // MICROSECOND, self.id)


EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
FIRST, LAST = (
    (end.replace(tzinfo=UTC) - EPOCH) // MICROSECOND for end in (datetime.min, datetime.max)
)


@dataclass(frozen=True)
class Matches:
    """Some matches, the newest first; if there are older ones, where to go on."""

    seen: tuple[Seen, ...]
    older: Place | None


@dataclass(frozen=True)
class Players:
    """Some players, those added last first; if there are more, where to go on."""

    people: tuple[Person, ...]
    older: Place | None


MATCHES, ADDRESSES = table_of(Match), table_of(Address)
BEGAN = MATCHES.c.started_at
THERE = (
    select(*MATCHES.c["scorebook_id", "id"], ADDRESSES.c.public_id, *MATCHES.c["version", "shown"])
    .add_columns(BEGAN.label("began"))
    .select_from(MATCHES.join(ADDRESSES))
    .where(MATCHES.c.scorebook_id == bindparam("scorebook"), MATCHES.c.deleted_at.is_(None))
)
OLDER = (
    THERE.where(
        tuple_(BEGAN, MATCHES.c.id)
        < tuple_(bindparam("began", type_=BEGAN.type), bindparam("before", type_=BigInteger))
    )
    .order_by(BEGAN.desc(), MATCHES.c.id.desc())
    .limit(bindparam("limit"))
)
FIND = THERE.where(ADDRESSES.c.public_id == bindparam("public_id"))
_SPELLINGS = PLAYERS.alias("spellings")
PLAYER = LISTED.where(
    PLAYERS.c.id
    == select(_SPELLINGS.c.leader_id)
    .where(
        _SPELLINGS.c.scorebook_id == bindparam("scorebook"),
        _SPELLINGS.c.public_id == bindparam("public_id"),
    )
    .scalar_subquery()
)


def matches(session: Session, scorebook_id: int, after: Place, limit: int) -> Matches:
    """Return where matches of a scorebook are, those that began last first."""
    where = {"scorebook": scorebook_id, "began": after.began, "before": after.id}
    rows = session.execute(OLDER, {**where, "limit": limit + 1}).all()
    older = Place(rows[limit - 1].began, rows[limit - 1].id) if len(rows) > limit else None
    return Matches(_seen(rows[:limit]), older)


def match(session: Session, scorebook_id: int, public_id: str) -> Seen | None:
    """Return where a match of a scorebook is, or None where it is not in there."""
    if not is_id(public_id):
        return None
    where = {"scorebook": scorebook_id, "public_id": public_id}
    return next(iter(_seen(session.execute(FIND, where).all())), None)


def running(session: Session, scorebook_id: int) -> Seen | None:
    """Return where the newest match is that is still being played, or None."""
    where = {"scorebook": scorebook_id, "limit": 1}
    return next(iter(_seen(session.execute(RUNNING, where).all())), None)


def players(session: Session, scorebook_id: int, after: Place, limit: int) -> Players:
    """Return the players of a scorebook, those that were added last first."""
    where = {"scorebook": scorebook_id, "before": after.id, "limit": limit + 1}
    rows = session.execute(LISTED, where).all()
    older = Place(id=rows[limit - 1].id) if len(rows) > limit else None
    return Players(tuple(_person(row) for row in rows[:limit]), older)


def player(session: Session, scorebook_id: int, public_id: str) -> Person | None:
    """Return who is called by the name of a player, or None where nobody of the scorebook is."""
    if not is_id(public_id):
        return None
    where = {"scorebook": scorebook_id, "public_id": public_id, "before": NEWEST, "limit": 1}
    row = session.execute(PLAYER, where).first()
    return None if row is None else _person(row)


def _seen(rows: Sequence[Any]) -> tuple[Seen, ...]:
    return tuple(
        Seen(row.scorebook_id, row.id, row.public_id, row.version, row.shown, may_write=False)
        for row in rows
    )


def _person(row: Any) -> Person:
    return Person(row.public_id, row.name, row.matches)
