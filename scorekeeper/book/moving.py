"""Moving the matches of one scorebook into another, as those of a phone into the house's.

The old rows stay where they are, out of sight, until the scorebook goes for good: taking the move
back gives them their addresses again. That can be done while all is as it was moved.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, exists, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.book import scorebooks
from scorekeeper.book.access import (
    DEVICES,
    GRANTS,
    LOCK_SCOREBOOK,
    SCOREBOOKS,
    THIS_DEVICE,
    NotYours,
    Secret,
    asking,
    forget_granted,
)
from scorekeeper.book.columns import new_public_id, now, table_of
from scorekeeper.book.deletion import KEPT
from scorekeeper.book.models import Address, Match, SavedHouse, Seat
from scorekeeper.book.moved_players import bring, forget_brought
from scorekeeper.book.moved_rows import COPIES, COPY_GRANTS, GO_ON


class Recorded(Exception):
    """Something was recorded in the matches since they were moved."""


@dataclass(frozen=True)
class Moved:
    """A scorebook whose matches lie in another one, and how many they are."""

    public_id: str
    name: str | None
    matches: int


ADDRESSES, MATCHES, SEATS = table_of(Address), table_of(Match), table_of(Seat)
HOUSES = table_of(SavedHouse)
THEIRS = HOUSES.alias("theirs")


PLACES = select(*ADDRESSES.c["public_id", "match_id", "generation"]).where(
    ADDRESSES.c.scorebook_id == bindparam("scorebook")
)
COUNT = (
    select(func.count())
    .select_from(MATCHES)
    .where(MATCHES.c.scorebook_id == bindparam("scorebook"), MATCHES.c.deleted_at.is_(None))
)
READDRESS = (
    update(ADDRESSES)
    .where(ADDRESSES.c.scorebook_id == bindparam("of"), ADDRESSES.c.match_id == bindparam("match"))
    .values(public_id=bindparam("its_id"), generation=bindparam("number"))
)
ADDRESS = insert(ADDRESSES)
# Moved again, a match is not what was remembered of it.
SHOW = update(MATCHES).where(MATCHES.c.scorebook_id == bindparam("scorebook"))
SHOW = SHOW.values(shown=MATCHES.c.shown + 1)
SAT = select(*SEATS.c["match_id", "seat", "player_id", "started_at"]).where(
    SEATS.c.scorebook_id == bindparam("scorebook")
)
SIT = insert(SEATS)

_THIS = SCOREBOOKS.c.id == bindparam("scorebook")
LEAVE_BEHIND = update(SCOREBOOKS).where(_THIS)
LEAVE_BEHIND = LEAVE_BEHIND.values(deleted_at=bindparam("at"), moved_into=bindparam("into"))
MOVED = (
    select(*SCOREBOOKS.c["id", "public_id", "name", "moved_into"])
    .add_columns(
        select(func.count())
        .select_from(ADDRESSES)
        .where(ADDRESSES.c.scorebook_id == SCOREBOOKS.c.id)
        .correlate(SCOREBOOKS)
        .scalar_subquery()
        .label("matches")
    )
    .select_from(
        GRANTS.join(DEVICES, DEVICES.c.id == GRANTS.c.device_id).join(
            SCOREBOOKS, SCOREBOOKS.c.id == GRANTS.c.scorebook_id
        )
    )
    .where(THIS_DEVICE, GRANTS.c.role == "owner", SCOREBOOKS.c.moved_into.is_not(None))
    .where(SCOREBOOKS.c.deleted_at > bindparam("since"))
    .order_by(SCOREBOOKS.c.deleted_at.desc())
)
THERE = MATCHES.alias("there")
CHANGED = select(
    exists().where(
        MATCHES.c.scorebook_id == bindparam("scorebook"),
        ~exists().where(
            THERE.c.scorebook_id == bindparam("to"),
            THERE.c.id == MATCHES.c.id,
            THERE.c.shown == MATCHES.c.shown,
        ),
    )
)
_MOVED_ONES = select(MATCHES.c.id).where(MATCHES.c.scorebook_id == bindparam("scorebook"))
NOW_AT = select(*ADDRESSES.c["public_id", "match_id", "generation"]).where(
    ADDRESSES.c.scorebook_id == bindparam("to"), ADDRESSES.c.match_id.in_(_MOVED_ONES)
)
TAKE_AWAY = delete(ADDRESSES).where(
    ADDRESSES.c.scorebook_id == bindparam("to"), ADDRESSES.c.match_id.in_(_MOVED_ONES)
)
OURS = select(THEIRS.c.public_id).where(THEIRS.c.scorebook_id == bindparam("scorebook"))
TAKE_HOUSES = delete(HOUSES).where(
    HOUSES.c.scorebook_id == bindparam("to"), HOUSES.c.public_id.in_(OURS)
)


def move(session: Session, secret: Secret | None, public_id: str, into: str) -> None:
    """Move all that a scorebook has into another; raise NotYours where both are not owned.

    Players who are called alike but for case and accents are one from then on.
    """
    source = scorebooks.find(session, secret, public_id)
    target = scorebooks.find(session, secret, into)
    if source.id == target.id:
        raise NotYours(into)
    _hold(session, source.id, target.id)
    where = {"scorebook": source.id, "to": target.id}
    session.execute(SHOW, where)
    places = session.execute(PLACES, where).mappings().all()
    _readdress(session, source.id, [(row["match_id"], new_public_id(), 0) for row in places])
    there = [{**row, "scorebook_id": target.id} for row in places]
    _each(session, ADDRESS, there)
    players = bring(session, source.id, target.id)
    for copy in COPIES:
        session.execute(copy, where)
    seats = [
        {**row, "scorebook_id": target.id, "player_id": players.get(row["player_id"])}
        for row in session.execute(SAT, where).mappings()
    ]
    _each(session, SIT, seats)
    for give in (COPY_GRANTS, *GO_ON):
        session.execute(give, where)
    session.execute(LEAVE_BEHIND, {"scorebook": source.id, "at": now(), "into": target.id})
    forget_granted(session)


def offered(session: Session, secret: Secret | None) -> list[Moved]:
    """Return the scorebooks of a phone that is in the house whose matches could move in."""
    mine = [one for one in scorebooks.mine(session, secret) if one.is_owned]
    if not any(one.is_house for one in mine):
        return []
    counted = [(one, session.scalars(COUNT, {"scorebook": one.id}).one()) for one in mine]
    return [
        Moved(one.public_id, one.name, matches)
        for one, matches in counted
        if matches and not one.is_house
    ]


def moved(session: Session, secret: Secret | None) -> list[Moved]:
    """Return the scorebooks of a phone whose matches were moved and can come back."""
    return [Moved(row.public_id, row.name, row.matches) for row in _rows(session, secret)]


def take_back(session: Session, secret: Secret | None, public_id: str) -> None:
    """Let the matches of a scorebook lie in it again, as if they had never been moved.

    Raises Recorded where they are not as they were moved, NotYours where they were not.
    """
    row = next((row for row in _rows(session, secret) if row.public_id == public_id), None)
    if row is None:
        raise NotYours(public_id)
    _hold(session, row.id, row.moved_into)
    where = {"scorebook": row.id, "to": row.moved_into}
    if session.scalar(CHANGED, where):
        raise Recorded
    places = session.execute(NOW_AT, where).all()
    for take in (TAKE_AWAY, TAKE_HOUSES):
        session.execute(take, where)
    forget_brought(session, row.id, row.moved_into)
    _readdress(session, row.id, [(one.match_id, one.public_id, one.generation) for one in places])
    session.execute(LEAVE_BEHIND, {"scorebook": row.id, "at": None, "into": None})
    forget_granted(session)


def _rows(session: Session, secret: Secret | None) -> list[Any]:
    return list(session.execute(MOVED, {**asking(secret), "since": now() - KEPT}))


def _hold(session: Session, *scorebooks: int) -> None:
    for scorebook_id in sorted(scorebooks):
        session.execute(LOCK_SCOREBOOK, {"scorebook": scorebook_id})


def _readdress(session: Session, scorebook_id: int, places: list[tuple[int, str, int]]) -> None:
    rows = [
        {"of": scorebook_id, "match": match, "its_id": public_id, "number": number}
        for match, public_id, number in places
    ]
    _each(session, READDRESS, rows)


def _each(session: Session, statement: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        session.execute(statement, rows)
