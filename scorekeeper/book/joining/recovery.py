"""The recovery code of a scorebook: the way back in for who lost every phone."""

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.grants import SCOREBOOKS, Secret
from scorekeeper.book.joining import codes
from scorekeeper.book.scorebooks import scorebooks

SET_RECOVERY_CODE = (
    update(SCOREBOOKS)
    .where(SCOREBOOKS.c.id == bindparam("scorebook"))
    .values(recovery_hash=bindparam("hash"))
)
FIND_BY_CODE = select(SCOREBOOKS.c.id).where(
    SCOREBOOKS.c.recovery_hash == bindparam("hash"), SCOREBOOKS.c.deleted_at.is_(None)
)


def renew(session: Session, secret: Secret | None, public_id: str) -> str:
    """Return a new recovery code of a scorebook, to be written down; the one before ends.

    Raises AccessDenied for who owns it not.
    """
    book = scorebooks.find_owned(session, secret, public_id)
    code = codes.generate_code(codes.RECOVERY_LENGTH)
    session.execute(SET_RECOVERY_CODE, {"scorebook": book.id, "hash": codes.hash_code(code)})
    return code


def find_right(session: Session, code: str) -> Right | None:
    """Return the right that a recovery code gives, or None where it is of no scorebook."""
    found = session.scalar(FIND_BY_CODE, {"hash": codes.hash_code(code)})
    return None if found is None else Right(found, None, "owner")
