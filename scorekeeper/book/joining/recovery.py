"""The recovery code of a scorebook, for people who lost every phone with access.

Its owners can see it at any time, also after another one renewed it. Still only its hash is stored:
the code is derived from the secret key and the time it was made, so the database alone gives no
access. Together with the key it already did, as the key signs the links of home-screen icons.
"""

import hashlib
import hmac
import secrets
from datetime import datetime

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import Right, Secret
from scorekeeper.book.db.ids import now
from scorekeeper.book.joining import codes
from scorekeeper.book.models.conditions import UPDATE_SCOREBOOK
from scorekeeper.book.models.tables import SCOREBOOKS
from scorekeeper.book.scorebooks import scorebooks

FIND_BY_CODE = select(SCOREBOOKS.c.id).where(
    SCOREBOOKS.c.recovery_hash == bindparam("hash"), SCOREBOOKS.c.deleted_at.is_(None)
)


def renew(session: Session, key: str, secret: Secret | None, public_id: str) -> str:
    """Create a new recovery code of a scorebook; the previous one becomes invalid."""
    book = scorebooks.find_owned(session, secret, public_id)
    # The program counts in seconds, and two codes made in one second must differ.
    time = now().replace(microsecond=secrets.randbelow(1_000_000))
    code = _derive(key, public_id, time)
    values = {"recovery_hash": codes.hash_code(code), "recovery_made_at": time}
    session.execute(UPDATE_SCOREBOOK, {"scorebook": book.id, **values})
    return code


def find_code(session: Session, key: str, secret: Secret | None, public_id: str) -> str | None:
    """Return the recovery code; None if it was made before 0.11 or under another secret key."""
    book = scorebooks.find_owned(session, secret, public_id)
    if book.recovery_made_at is None:
        return None
    code = _derive(key, public_id, book.recovery_made_at)
    right = find_right(session, code)
    return code if right is not None and right.scorebook_id == book.id else None


def find_right(session: Session, code: str) -> Right | None:
    """Return the right that a recovery code gives, or None if it is not valid."""
    scorebook_id = session.scalar(FIND_BY_CODE, {"hash": codes.hash_code(code)})
    return None if scorebook_id is None else Right(scorebook_id, None, "owner", way="recovery")


def _derive(key: str, public_id: str, time: datetime) -> str:
    message = f"recovery:{public_id}:{time.isoformat()}".encode()
    digest = hmac.new(key.encode(), message, hashlib.sha256).digest()
    return codes.derive_code(digest, codes.RECOVERY_LENGTH)
