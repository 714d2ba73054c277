"""The recovery code of a scorebook: the way back in for who lost every phone."""

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.grants import SCOREBOOKS, Secret
from scorekeeper.book.joining import codes
from scorekeeper.book.scorebooks import scorebooks

KEEP = (
    update(SCOREBOOKS)
    .where(SCOREBOOKS.c.id == bindparam("scorebook"))
    .values(recovery_hash=bindparam("hash"))
)
FIND = select(SCOREBOOKS.c.id).where(
    SCOREBOOKS.c.recovery_hash == bindparam("hash"), SCOREBOOKS.c.deleted_at.is_(None)
)


def renew(session: Session, secret: Secret | None, public_id: str) -> str:
    """Return a new recovery code of a scorebook, to be written down; the one before ends.

    Raises NotYours for who owns it not.
    """
    book = scorebooks.find(session, secret, public_id)
    code = codes.make(codes.RECOVERY)
    session.execute(KEEP, {"scorebook": book.id, "hash": codes.hash_of(code)})
    return code


def look(session: Session, code: str) -> Right | None:
    """Return the right that a recovery code gives, or None where it is of no scorebook."""
    found = session.scalar(FIND, {"hash": codes.hash_of(code)})
    return None if found is None else Right(found, None, "owner")
