"""The next match of the same table: one, however many phones ask for it."""

from dataclasses import dataclass

from sqlalchemy import bindparam, insert, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book import matches
from scorekeeper.book.access import LOCK_SCOREBOOK, NotYours, Secret
from scorekeeper.book.columns import now, table_of
from scorekeeper.book.loading import Stored
from scorekeeper.book.models import Address, Grant, Match
from scorekeeper.book.submissions import Submission, match_started


@dataclass(frozen=True)
class Rematch:
    """Where a rematch is, and whether somebody else had started it before."""

    public_id: str
    was_there: bool


ADDRESSES, GRANTS, MATCHES = table_of(Address), table_of(Grant), table_of(Match)
RUNNING = (
    select(ADDRESSES.c.public_id)
    .select_from(MATCHES.join(ADDRESSES))
    .where(
        MATCHES.c.scorebook_id == bindparam("scorebook"),
        MATCHES.c.rematch_of == bindparam("match"),
        MATCHES.c.ended_at.is_(None),
        MATCHES.c.deleted_at.is_(None),
    )
    .order_by(MATCHES.c.id.desc())
    .limit(1)
)
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
_TAKEN_ALONG = select(
    *GRANTS.c["device_id", "scorebook_id"],
    select(ADDRESSES.c.match_id)
    .where(ADDRESSES.c.public_id == bindparam("public_id"))
    .scalar_subquery(),
    GRANTS.c.role,
    bindparam("at", type_=GRANTS.c.created_at.type),
).where(GRANTS.c.scorebook_id == bindparam("scorebook"), GRANTS.c.match_id == bindparam("match"))
TAKE_ALONG = insert(GRANTS).from_select(
    ["device_id", "scorebook_id", "match_id", "role", "created_at"], _TAKEN_ALONG
)


def start_again(
    session: Session,
    secret: Secret | None,
    stored: Stored,
    submission: Submission,
    match: rules.Match,
    time_zone: str | None = None,
) -> Rematch:
    """Write the rematch of a match into its scorebook, unless one is being played.

    Who keeps or watches the match goes along. Raises NotYours where the device may not write it.
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
    session.execute(TAKE_ALONG, {**where, "public_id": started, "at": now()})
    return Rematch(started, was_there=False)


def before(session: Session, secret: Secret | None, stored: Stored) -> str | None:
    """Return the match whose rematch a match is, where it is still there for the device."""
    where = {"scorebook": stored.scorebook_id, "match": stored.id}
    public_id = session.scalar(BEFORE, where)
    try:
        return public_id and matches.look(session, secret, public_id).public_id
    except (NotYours, matches.Deleted):
        return None
