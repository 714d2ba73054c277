"""The next match of the same table: one, however many phones ask for it."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Select, and_, bindparam, func, insert, or_, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import GRANTS, KNOWN, LOCK_SCOREBOOK, NotYours, Secret, asking
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.types import table_of
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.match_loader import Stored
from scorekeeper.book.matches.submissions import Submission, match_started
from scorekeeper.book.models import Address, Match, Seat
from scorekeeper.book.players.players import PLAYERS


@dataclass(frozen=True)
class Rematch:
    """Where a rematch is, and whether somebody else had started it before."""

    public_id: str
    was_there: bool


ADDRESSES, MATCHES = table_of(Address), table_of(Match)
AFTER = (
    select(ADDRESSES.c.public_id)
    .select_from(MATCHES.join(ADDRESSES))
    .where(
        MATCHES.c.scorebook_id == bindparam("scorebook"),
        MATCHES.c.rematch_of == bindparam("match"),
        MATCHES.c.deleted_at.is_(None),
    )
    .order_by(MATCHES.c.id.desc())
    .limit(1)
)
RUNNING = AFTER.where(MATCHES.c.ended_at.is_(None))
BEFORE = (
    select(ADDRESSES.c.public_id)
    .join(
        MATCHES,
        (MATCHES.c.scorebook_id == ADDRESSES.c.scorebook_id)
        & (MATCHES.c.rematch_of == ADDRESSES.c.match_id),
    )
    .where(
        MATCHES.c.scorebook_id == bindparam("scorebook"),
        MATCHES.c.id == bindparam("match"),
    )
)
_NEW_MATCH = (
    select(ADDRESSES.c.match_id)
    .where(ADDRESSES.c.public_id == bindparam("public_id"))
    .scalar_subquery()
)
SAT, SITS = table_of(Seat).alias("sat"), table_of(Seat).alias("sits")
WERE, ARE = PLAYERS.alias("were"), PLAYERS.alias("are")


def _player_of(players: FromClause, seats: FromClause) -> ColumnElement[bool]:
    here = players.c.scorebook_id == bindparam("scorebook")
    return and_(here, players.c.id == seats.c.player_id)


# Where the same player sits now; whoever has no name stays where nobody has one.
_SEAT_NOW = (
    select(func.min(SITS.c.seat))
    .select_from(
        SAT.join(SITS, SITS.c.scorebook_id == SAT.c.scorebook_id)
        .outerjoin(WERE, _player_of(WERE, SAT))
        .outerjoin(ARE, _player_of(ARE, SITS))
    )
    .where(
        SAT.c.scorebook_id == bindparam("scorebook"),
        SAT.c.match_id == bindparam("match"),
        SAT.c.seat == GRANTS.c.seat,
        SITS.c.scorebook_id == bindparam("scorebook"),
        SITS.c.match_id == _NEW_MATCH,
        or_(
            WERE.c.leader_id == ARE.c.leader_id,
            and_(WERE.c.id.is_(None), ARE.c.id.is_(None), SITS.c.seat == SAT.c.seat),
        ),
    )
    .correlate(GRANTS)
    .scalar_subquery()
)
_TAKEN_ALONG = select(
    *GRANTS.c["device_id", "scorebook_id"],
    _NEW_MATCH,
    GRANTS.c.role,
    bindparam("at", type_=GRANTS.c.created_at.type),
    _SEAT_NOW,
).where(GRANTS.c.scorebook_id == bindparam("scorebook"), GRANTS.c.match_id == bindparam("match"))
_COLUMNS = ["device_id", "scorebook_id", "match_id", "role", "created_at", "seat"]
TAKE_ALONG = insert(GRANTS).from_select(_COLUMNS, _TAKEN_ALONG)
GO_ALONE = insert(GRANTS).from_select(
    _COLUMNS, _TAKEN_ALONG.where(GRANTS.c.device_id == KNOWN.scalar_subquery())
)
AN_EVENING = timedelta(hours=12)
"""After so long, who only kept or watched the match has gone home."""


def start_again(
    session: Session,
    secret: Secret | None,
    stored: Stored,
    submission: Submission,
    match: rules.Match,
    time_zone: str | None = None,
    *,
    apart: bool = False,
) -> Rematch:
    """Write the rematch of a match into its scorebook, unless one is being played.

    Who keeps or watches the match goes along in the same evening, with the seat that was claimed,
    unless it is started `apart`. Raises NotYours where the device may not write it.
    """
    session.execute(LOCK_SCOREBOOK, {"scorebook": stored.scorebook_id})
    if not matches.look(session, secret, stored.public_id).may_write:
        raise NotYours(stored.public_id)
    if started := match_started(session, stored.scorebook_id, submission):
        return Rematch(started, was_there=False)
    where = {"scorebook": stored.scorebook_id, "match": stored.id}
    if running := session.scalar(RUNNING, where):
        return Rematch(running, was_there=True)
    started = matches.start_in(
        session, stored.scorebook_id, submission, match, stored.id, time_zone=time_zone
    )
    ended = stored.match.ended
    together = not apart and ended is not None and abs(now() - ended) < AN_EVENING
    values = {**where, "public_id": started, "at": now(), **asking(secret)}
    session.execute(TAKE_ALONG if together else GO_ALONE, values)
    if together:
        # Who still looks at the match that is over is led on.
        session.execute(matches.SHOW, where)
    return Rematch(started, was_there=False)


def was_started(session: Session, stored: Stored) -> bool:
    """Whether a match has a rematch, whoever may see it."""
    return _next_to(session, AFTER, stored) is not None


def after(session: Session, secret: Secret | None, stored: Stored) -> str | None:
    """Return the newest rematch of a match, where it is there for the device."""
    return _there(session, secret, _next_to(session, AFTER, stored))


def before(session: Session, secret: Secret | None, stored: Stored) -> str | None:
    """Return the match whose rematch a match is, where it is still there for the device."""
    return _there(session, secret, _next_to(session, BEFORE, stored))


def _next_to(session: Session, statement: Select[Any], stored: Stored) -> str | None:
    where = {"scorebook": stored.scorebook_id, "match": stored.id}
    found: str | None = session.scalar(statement, where)
    return found


def _there(session: Session, secret: Secret | None, public_id: str | None) -> str | None:
    try:
        return public_id and matches.look(session, secret, public_id).public_id
    except (NotYours, matches.Deleted):
        return None
