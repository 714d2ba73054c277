"""Join codes and one-time links: valid for some minutes, most of them once."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select
from sqlalchemy.orm import Session

from scorekeeper.book.access import devices
from scorekeeper.book.access.event_refs import EventRef, require_owner
from scorekeeper.book.access.grants import AccessDenied, MatchRef, Right, Secret, is_known
from scorekeeper.book.db.database import ExpiredRows
from scorekeeper.book.db.ids import now
from scorekeeper.book.joining import codes
from scorekeeper.book.models.tables import JOIN_CODES, SCOREBOOKS
from scorekeeper.book.scorebooks import scorebooks

JOIN_CODE_SECONDS = 15 * 60
ONE_TIME_LINK_SECONDS = 10 * 60
LOCAL_BROWSER_SECONDS = 60
"""Seconds for which the link for this computer's own browser is valid."""
RETENTION = timedelta(days=1)

INSERT_CODE = insert(JOIN_CODES)
FIND_CODE = (
    select(JOIN_CODES)
    .join(SCOREBOOKS)
    .where(JOIN_CODES.c.code_hash == bindparam("hash"), SCOREBOOKS.c.deleted_at.is_(None))
)
LOCK_CODE = FIND_CODE.with_for_update(of=JOIN_CODES)
DELETE_CODE = delete(JOIN_CODES).where(JOIN_CODES.c.code_hash == bindparam("hash"))


def create_for_match(session: Session, seen: MatchRef, role: str) -> str:
    """Create a code for scorers or spectators of a match, valid for 15 minutes."""
    seen.rights.require_write(seen.public_id)
    return _create(session, Right(seen.scorebook_id, seen.id, role))


def create_for_viewers(session: Session, secret: Secret | None, public_id: str) -> str:
    """Create a code for a television that shows the board of a scorebook, valid for 15 minutes."""
    book = scorebooks.find_owned(session, secret, public_id)
    return _create(session, Right(book.id, None, "board"))


def create_for_event(session: Session, ref: EventRef) -> str:
    """Create a code for an evening, such as for a television, valid for 15 minutes."""
    require_owner(ref)
    return _create(session, Right(ref.scorebook_id, None, "spectator", ref.id))


def create_for_owner(session: Session, secret: Secret | None, public_id: str) -> str:
    """Create a one-time code that makes another phone an owner within 10 minutes."""
    return create_by_host(session, scorebooks.find_owned(session, secret, public_id).id)


def create_by_host(
    session: Session, scorebook_id: int, seconds: int = ONE_TIME_LINK_SECONDS
) -> str:
    """Create a one-time owner code for any scorebook, as the host."""
    return _create(session, Right(scorebook_id, None, "owner"), seconds)


def find_right(session: Session, code: str) -> Right | None:
    """Return the right that a code gives, without using it up; None if the code is not valid."""
    return _right_of_row(session.execute(FIND_CODE, {"hash": codes.hash_code(code)}).first())


def redeem(
    session: Session, code: str, shown: Secret | None, new: Secret, agent: str = ""
) -> Secret:
    """Redeem a code and return the secret to keep; raise AccessDenied if the code is not valid.

    A phone that has the access already doesn't use the code up, and a repeated form uses it once.
    """
    row = session.execute(LOCK_CODE, {"hash": codes.hash_code(code)}).first()
    if is_known(session, new):
        return new
    right = _right_of_row(row)
    if row is None or right is None:
        raise AccessDenied("pass")
    if row.single_use and not devices.secret_has_right(session, shown, right):
        session.execute(DELETE_CODE, {"hash": codes.hash_code(code)})
    return devices.grant_access(session, right, shown, new, agent)


def expired_codes() -> ExpiredRows:
    """Select the codes that are not valid any more."""
    # Codes from the future were created with a wrong clock.
    is_expired = or_(
        JOIN_CODES.c.created_at < bindparam("before"), JOIN_CODES.c.created_at > bindparam("after")
    )
    return ExpiredRows(
        JOIN_CODES, (is_expired,), {"before": now() - RETENTION, "after": now() + RETENTION}
    )


def _create(session: Session, right: Right, seconds: int = JOIN_CODE_SECONDS) -> str:
    single_use = right.role == "owner"
    code = codes.generate_code(codes.ONE_TIME_LENGTH if single_use else codes.SHORT_LENGTH)
    values = asdict(right) | {"code_hash": codes.hash_code(code)}
    del values["way"]
    session.execute(INSERT_CODE, values | {"valid_seconds": seconds, "single_use": single_use})
    return code


def _right_of_row(row: Any) -> Right | None:
    if row is None or abs(now() - row.created_at) >= timedelta(seconds=row.valid_seconds):
        return None
    is_local = row.valid_seconds <= LOCAL_BROWSER_SECONDS
    way = "here" if is_local else "once" if row.single_use else "code"
    return Right(row.scorebook_id, row.match_id, row.role, row.event_id, way)
