"""The recovery code of a scorebook, for people who lost every phone with access."""

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.joining import codes
from scorekeeper.book.models.conditions import UPDATE_SCOREBOOK
from scorekeeper.book.models.tables import SCOREBOOKS
from scorekeeper.book.scorebooks import scorebooks

FIND_BY_CODE = select(SCOREBOOKS.c.id).where(
    SCOREBOOKS.c.recovery_hash == bindparam("hash"), SCOREBOOKS.c.deleted_at.is_(None)
)


def renew(session: Session, secret: Secret | None, public_id: str) -> str:
    """Create a new recovery code of a scorebook; the previous one becomes invalid.

    Raises AccessDenied unless the device owns the scorebook.
    """
    book = scorebooks.find_owned(session, secret, public_id)
    code = codes.generate_code(codes.RECOVERY_LENGTH)
    values = {"scorebook": book.id, "recovery_hash": codes.hash_code(code)}
    session.execute(UPDATE_SCOREBOOK, values)
    return code


def find_right(session: Session, code: str) -> Right | None:
    """Return the right that a recovery code gives, or None if it is not valid."""
    scorebook_id = session.scalar(FIND_BY_CODE, {"hash": codes.hash_code(code)})
    return None if scorebook_id is None else Right(scorebook_id, None, "owner")
