"""The match after another: its rematch, one however many phones ask for it, or any newer one."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import RowMapping, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import grants
from scorekeeper.book.access.grants import AccessDenied, Secret
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.submissions import Submission, find_started_match
from scorekeeper.book.models.conditions import (
    IS_IN_PROGRESS,
    IS_RUNNING,
    NOT_DELETED,
    UPDATE_MATCH,
    of_match,
    of_matches,
    of_scorebook,
)
from scorekeeper.book.models.tables import ADDRESSES, GRANTS, MATCHES, PLAYERS, SEATS

FIND_REMATCH = (
    select(ADDRESSES.c.public_id)
    .select_from(MATCHES.join(ADDRESSES))
    .where(of_scorebook(MATCHES), MATCHES.c.rematch_of == bindparam("match"), NOT_DELETED)
    .order_by(MATCHES.c.id.desc())
    .limit(1)
)
FIND_RUNNING_REMATCH = FIND_REMATCH.where(IS_RUNNING)
FIND_PREVIOUS = (
    select(ADDRESSES.c.public_id)
    .join(
        MATCHES,
        (MATCHES.c.scorebook_id == ADDRESSES.c.scorebook_id)
        & (MATCHES.c.rematch_of == ADDRESSES.c.match_id),
    )
    .where(*of_match(MATCHES))
)
SHOWN, SHOWN_ADDRESSES = MATCHES.alias("shown"), ADDRESSES.alias("shown_addresses")
_IS_NEWER = (MATCHES.c.scorebook_id == SHOWN.c.scorebook_id) & (
    MATCHES.c.started_at > SHOWN.c.started_at
)
FIND_NEWER = (
    select(ADDRESSES.c.public_id)
    .select_from(SHOWN_ADDRESSES.join(SHOWN).join(MATCHES, _IS_NEWER).join(ADDRESSES))
    .where(SHOWN_ADDRESSES.c.public_id == bindparam("public_id"), NOT_DELETED)
    .where(IS_IN_PROGRESS)
    .order_by(MATCHES.c.started_at.desc(), MATCHES.c.id.desc())
    .limit(1)
)
LIST_PLAYERS = (
    select(*SEATS.c["match_id", "seat"], PLAYERS.c.canonical_id)
    .select_from(SEATS.outerjoin(PLAYERS))
    .where(*of_matches(SEATS))
)
LIST_GRANTS = select(
    *GRANTS.c["device_id", "scorebook_id", "role", "created_at", "way", "seat"]
).where(*of_match(GRANTS))
LIST_OWN_GRANTS = LIST_GRANTS.where(GRANTS.c.device_id == grants.FIND_DEVICE_ID.scalar_subquery())
REMATCH_WINDOW = timedelta(hours=12)
"""How long after the end of a match its scorers and spectators join the rematch."""


def start_rematch(
    session: Session,
    secret: Secret | None,
    stored: StoredMatch,
    submission: Submission,
    match: rules.Match,
    time_zone: str | None = None,
    *,
    apart: bool = False,
    public_id: str | None = None,
) -> tuple[str, bool]:
    """Insert the rematch of a match into its scorebook, unless one is running.

    Returns its public id, and whether someone else had already started it. On the same evening the
    grants and claimed seats of the match are copied, unless it is started `apart`. Raises
    AccessDenied if the device may not write the match.
    """
    session.execute(grants.LOCK_SCOREBOOK, {"scorebook": stored.scorebook_id})
    matches.find_match(session, secret, stored.public_id).rights.require_write(stored.public_id)
    if started := find_started_match(session, stored.scorebook_id, submission):
        return started, False
    if running := session.scalar(FIND_RUNNING_REMATCH, stored.where):
        return running, True
    started = matches.start_match_in(
        session, stored.scorebook_id, submission, match, stored.id, time_zone, public_id
    )
    ended = stored.match.ended
    together = not apart and ended is not None and abs(now() - ended) < REMATCH_WINDOW
    where = {**stored.where, **grants.bind_device(secret)}
    found = session.execute(LIST_GRANTS if together else LIST_OWN_GRANTS, where).mappings()
    _copy_grants(session, stored, started, found.all())
    if together:
        # Pages of the finished match then link to the rematch.
        session.execute(UPDATE_MATCH, stored.where)
    return started, False


def _copy_grants(
    session: Session, stored: StoredMatch, started: str, found: Sequence[RowMapping]
) -> None:
    """Insert grants of a match for its rematch, each with the new seat of the same player."""
    new_id = session.scalars(matches.FIND_MATCH_ID, {"public_id": started}).one()
    both = {"scorebook": stored.scorebook_id, "matches": [stored.id, new_id]}
    players: dict[int, dict[int, int]] = {stored.id: {}, new_id: {}}
    for row in session.execute(LIST_PLAYERS, both):
        # Players without a name keep their seat.
        players[row.match_id][row.seat] = row.canonical_id or -row.seat
    seats = {player: seat for seat, player in players[new_id].items()}
    moved = {seat: seats.get(player) for seat, player in players[stored.id].items()}
    rows = [{**one, "match_id": new_id, "seat": moved.get(one["seat"])} for one in found]
    if rows:
        session.execute(grants.INSERT_GRANT, rows)


def has_rematch(session: Session, stored: StoredMatch) -> bool:
    """Whether a match has a rematch, visible to the device or not."""
    return session.scalar(FIND_REMATCH, stored.where) is not None


def find_rematch(session: Session, secret: Secret | None, stored: StoredMatch) -> str | None:
    """Return the newest rematch of a match, if the device may read it."""
    return _check_access(session, secret, session.scalar(FIND_REMATCH, stored.where))


def find_newer(session: Session, secret: Secret | None, public_id: str) -> str | None:
    """Return the readable running match of the scorebook that started last, if after this match."""
    return _check_access(session, secret, session.scalar(FIND_NEWER, {"public_id": public_id}))


def find_previous(session: Session, secret: Secret | None, stored: StoredMatch) -> str | None:
    """Return the match before a rematch, if the device may read it."""
    return _check_access(session, secret, session.scalar(FIND_PREVIOUS, stored.where))


def _check_access(session: Session, secret: Secret | None, public_id: str | None) -> str | None:
    try:
        return public_id and matches.find_match(session, secret, public_id).public_id
    except (AccessDenied, matches.MatchDeleted):
        return None
