"""Passes: what lets in whoever shows it within some minutes, mostly once."""

from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select
from sqlalchemy.orm import Session

from scorekeeper.book.access import devices
from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.grants import SCOREBOOKS, NotYours, Secret, Seen
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.retention import Old
from scorekeeper.book.db.types import table_of
from scorekeeper.book.joining import codes
from scorekeeper.book.models import Pass
from scorekeeper.book.scorebooks import scorebooks

JOINING = 15 * 60
"""Seconds for which a join code can be read out."""
COMING_IN = 10 * 60
"""Seconds in which another phone follows a link that works once."""
OPENING = 60
"""Seconds in which this computer's own browser opens."""
A_DAY = timedelta(days=1)

PASSES = table_of(Pass)
MAKE = insert(PASSES)
FIND = (
    select(*PASSES.c["scorebook_id", "match_id", "role", "made_at", "seconds", "once"])
    .select_from(PASSES.join(SCOREBOOKS))
    .where(PASSES.c.code_hash == bindparam("hash"), SCOREBOOKS.c.deleted_at.is_(None))
)
HOLD = FIND.with_for_update(of=PASSES)
USE_UP = delete(PASSES).where(PASSES.c.code_hash == bindparam("hash"))


def to_join(session: Session, seen: Seen, role: str) -> str:
    """Return a new code for keepers or watchers of a match, good for 15 minutes.

    Raises NotYours where the device may not write the match.
    """
    if not seen.may_write:
        raise NotYours(seen.public_id)
    right = Right(seen.scorebook_id, seen.id, role)
    return _make(session, right, codes.SHORT, JOINING, once=False)


def to_read(session: Session, secret: Secret | None, public_id: str) -> str:
    """Return a new code for viewers of a scorebook, such as a television, good for 15 minutes.

    Raises NotYours for who owns it not.
    """
    right = Right(scorebooks.find(session, secret, public_id).id, None, "reader")
    return _make(session, right, codes.SHORT, JOINING, once=False)


def for_another_phone(session: Session, secret: Secret | None, public_id: str) -> str:
    """Return a pass that makes one other phone an owner within 10 minutes."""
    return let_in(session, scorebooks.find(session, secret, public_id).id)


def let_in(session: Session, scorebook_id: int) -> str:
    """Return the host's pass into any scorebook, once and within 10 minutes."""
    return _make(session, Right(scorebook_id, None, "owner"), codes.PASS, COMING_IN, once=True)


def for_this_browser(session: Session, scorebook_id: int) -> str:
    """Return a pass for the browser of the computer that serves, once and within a minute."""
    return _make(session, Right(scorebook_id, None, "owner"), codes.PASS, OPENING, once=True)


def look(session: Session, code: str) -> Right | None:
    """Return what a pass gives, without using it up; None where there is none any more."""
    return _right(session.execute(FIND, {"hash": codes.hash_of(code)}).first())


def enter(
    session: Session, code: str, shown: Secret | None, new: Secret, agent: str = ""
) -> Secret:
    """Let in who shows a pass and return the secret to keep; raise NotYours where it is none.

    It is not used up by a phone that is in already, nor twice by the same form.
    """
    found = session.execute(HOLD, {"hash": codes.hash_of(code)}).first()
    if devices.is_there(session, new):
        return new
    right = _right(found)
    if found is None or right is None:
        raise NotYours("pass")
    if found.once and not devices.holds(session, shown, right):
        session.execute(USE_UP, {"hash": codes.hash_of(code)})
    return devices.gain(session, right, shown, new, agent)


def old() -> Old:
    """Choose the passes that nobody can use any more."""
    # Those from the future, too: the clock was wrong when they were made.
    late = or_(PASSES.c.made_at < bindparam("before"), PASSES.c.made_at > bindparam("after"))
    return Old(PASSES, (late,), {"before": now() - A_DAY, "after": now() + A_DAY})


def _make(session: Session, right: Right, letters: int, seconds: int, *, once: bool) -> str:
    code = codes.make(letters)
    values = {
        "code_hash": codes.hash_of(code),
        "scorebook_id": right.scorebook_id,
        "match_id": right.match_id,
        "role": right.role,
        "seconds": seconds,
        "once": once,
    }
    session.execute(MAKE, values)
    return code


def _right(found: Any) -> Right | None:
    if found is None or abs(now() - found.made_at) >= timedelta(seconds=found.seconds):
        return None
    return Right(found.scorebook_id, found.match_id, found.role)
