"""Passes: what lets in whoever shows it within some minutes, mostly once."""

from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select
from sqlalchemy.orm import Session

from scorekeeper.book.access import devices
from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.grants import SCOREBOOKS, AccessDenied, MatchRef, Secret
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.retention import ExpiredRows
from scorekeeper.book.db.types import table_of
from scorekeeper.book.joining import codes
from scorekeeper.book.models import Pass
from scorekeeper.book.scorebooks import scorebooks

JOIN_CODE_SECONDS = 15 * 60
"""Seconds for which a join code can be read out."""
ONE_TIME_LINK_SECONDS = 10 * 60
"""Seconds in which another phone follows a link that works once."""
LOCAL_BROWSER_SECONDS = 60
"""Seconds in which this computer's own browser opens."""
RETENTION = timedelta(days=1)

PASSES = table_of(Pass)
INSERT_CODE = insert(PASSES)
FIND_CODE = (
    select(*PASSES.c["scorebook_id", "match_id", "role", "made_at", "seconds", "once"])
    .select_from(PASSES.join(SCOREBOOKS))
    .where(PASSES.c.code_hash == bindparam("hash"), SCOREBOOKS.c.deleted_at.is_(None))
)
LOCK_CODE = FIND_CODE.with_for_update(of=PASSES)
DELETE_CODE = delete(PASSES).where(PASSES.c.code_hash == bindparam("hash"))


def create_for_match(session: Session, seen: MatchRef, role: str) -> str:
    """Return a new code for keepers or watchers of a match, good for 15 minutes.

    Raises AccessDenied where the device may not write the match.
    """
    if not seen.may_write:
        raise AccessDenied(seen.public_id)
    right = Right(seen.scorebook_id, seen.id, role)
    return _create(session, right, codes.SHORT_LENGTH, JOIN_CODE_SECONDS, once=False)


def create_for_viewers(session: Session, secret: Secret | None, public_id: str) -> str:
    """Return a new code for viewers of a scorebook, such as a television, good for 15 minutes.

    Raises AccessDenied for who owns it not.
    """
    right = Right(scorebooks.find_owned(session, secret, public_id).id, None, "reader")
    return _create(session, right, codes.SHORT_LENGTH, JOIN_CODE_SECONDS, once=False)


def create_for_owner(session: Session, secret: Secret | None, public_id: str) -> str:
    """Return a pass that makes one other phone an owner within 10 minutes."""
    return create_by_host(session, scorebooks.find_owned(session, secret, public_id).id)


def create_by_host(session: Session, scorebook_id: int) -> str:
    """Return the host's pass into any scorebook, once and within 10 minutes."""
    return _create(
        session,
        Right(scorebook_id, None, "owner"),
        codes.ONE_TIME_LENGTH,
        ONE_TIME_LINK_SECONDS,
        once=True,
    )


def create_for_local_browser(session: Session, scorebook_id: int) -> str:
    """Return a pass for the browser of the computer that serves, once and within a minute."""
    return _create(
        session,
        Right(scorebook_id, None, "owner"),
        codes.ONE_TIME_LENGTH,
        LOCAL_BROWSER_SECONDS,
        once=True,
    )


def find_right(session: Session, code: str) -> Right | None:
    """Return what a pass gives, without using it up; None where there is none any more."""
    return _right_of_row(session.execute(FIND_CODE, {"hash": codes.hash_code(code)}).first())


def redeem(
    session: Session, code: str, shown: Secret | None, new: Secret, agent: str = ""
) -> Secret:
    """Let in who shows a pass and return the secret to keep; raise AccessDenied where it is none.

    It is not used up by a phone that is in already, nor twice by the same form.
    """
    found = session.execute(LOCK_CODE, {"hash": codes.hash_code(code)}).first()
    if devices.is_registered(session, new):
        return new
    right = _right_of_row(found)
    if found is None or right is None:
        raise AccessDenied("pass")
    if found.once and not devices.secret_has_right(session, shown, right):
        session.execute(DELETE_CODE, {"hash": codes.hash_code(code)})
    return devices.grant_access(session, right, shown, new, agent)


def expired_codes() -> ExpiredRows:
    """Choose the passes that nobody can use any more."""
    # Those from the future, too: the clock was wrong when they were made.
    late = or_(PASSES.c.made_at < bindparam("before"), PASSES.c.made_at > bindparam("after"))
    return ExpiredRows(PASSES, (late,), {"before": now() - RETENTION, "after": now() + RETENTION})


def _create(session: Session, right: Right, letters: int, seconds: int, *, once: bool) -> str:
    code = codes.generate_code(letters)
    values = {
        "code_hash": codes.hash_code(code),
        "scorebook_id": right.scorebook_id,
        "match_id": right.match_id,
        "role": right.role,
        "seconds": seconds,
        "once": once,
    }
    session.execute(INSERT_CODE, values)
    return code


def _right_of_row(found: Any) -> Right | None:
    if found is None or abs(now() - found.made_at) >= timedelta(seconds=found.seconds):
        return None
    return Right(found.scorebook_id, found.match_id, found.role)
