"""Submissions of forms: a repeated form is known by its idempotency key."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, insert, select
from sqlalchemy.orm import Session

from scorekeeper.book.db.database import ExpiredRows
from scorekeeper.book.db.ids import now
from scorekeeper.book.models.conditions import of_match, of_scorebook, same_match
from scorekeeper.book.models.tables import ADDRESSES, IDEMPOTENCY_KEYS, MATCHES


@dataclass(frozen=True)
class Submission:
    """A submitted form: its idempotency key and the hash of its content."""

    key: str
    fingerprint: bytes

    @classmethod
    def of(cls, key: str, content: Iterable[tuple[str, str]]) -> "Submission":
        """Create a submission from a form's fields and values."""
        # JSON keeps fields and values apart and can encode lone surrogates.
        text = json.dumps(sorted(content))
        return cls(key, hashlib.sha256(text.encode()).digest())


_BY_KEY = (
    IDEMPOTENCY_KEYS.c.key == bindparam("key"),
    IDEMPOTENCY_KEYS.c.fingerprint == bindparam("fingerprint"),
)
HAS_IDEMPOTENCY_KEY = (
    select(IDEMPOTENCY_KEYS.c.key)
    .where(same_match(IDEMPOTENCY_KEYS, MATCHES), *_BY_KEY)
    .correlate(MATCHES)
    .exists()
)
"""Whether the match of the enclosing query has an idempotency key for this submission."""

HAS_IDEMPOTENCY_KEY_BY_ID = (
    select(IDEMPOTENCY_KEYS.c.key).where(*of_match(IDEMPOTENCY_KEYS), *_BY_KEY).exists()
)
"""Whether a match given by scorebook and id has one, as the lock of one partition needs it."""

FIND_STARTED_MATCH = (
    select(ADDRESSES.c.public_id)
    .select_from(IDEMPOTENCY_KEYS)
    .join(ADDRESSES, same_match(ADDRESSES, IDEMPOTENCY_KEYS))
    .where(of_scorebook(IDEMPOTENCY_KEYS), *_BY_KEY)
)
FIND_FINGERPRINTS = select(*IDEMPOTENCY_KEYS.c["key", "fingerprint"]).where(
    *of_match(IDEMPOTENCY_KEYS), IDEMPOTENCY_KEYS.c.key.in_(bindparam("keys", expanding=True))
)
INSERT_IDEMPOTENCY_KEY = insert(IDEMPOTENCY_KEYS)
IDEMPOTENCY_KEY_LIFETIME = timedelta(days=60)


def bind_submission(submission: Submission) -> dict[str, Any]:
    return {"key": submission.key, "fingerprint": submission.fingerprint}


def find_started_match(session: Session, scorebook_id: int, submission: Submission) -> str | None:
    """Return the public id of the match started by the same submission, or None."""
    return session.scalar(
        FIND_STARTED_MATCH, {"scorebook": scorebook_id, **bind_submission(submission)}
    )


def insert_idempotency_key(
    session: Session, submission: Submission, scorebook_id: int, match_id: int
) -> None:
    """Insert an idempotency key, so that a repeated submission changes nothing."""
    where = {"scorebook_id": scorebook_id, "match_id": match_id}
    session.execute(INSERT_IDEMPOTENCY_KEY, where | bind_submission(submission))


def expired() -> ExpiredRows:
    """Return the idempotency keys too old to be sent again; rematches need theirs forever."""
    conditions = (
        IDEMPOTENCY_KEYS.c.at < bindparam("then"),
        IDEMPOTENCY_KEYS.c.key.not_like("rematch %"),
    )
    return ExpiredRows(IDEMPOTENCY_KEYS, conditions, {"then": now() - IDEMPOTENCY_KEY_LIFETIME})
