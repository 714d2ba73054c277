"""Forms that are sent more than once, and forms that come too late."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, insert, select
from sqlalchemy.orm import Session

from scorekeeper.book.db.ids import now
from scorekeeper.book.db.retention import ExpiredRows
from scorekeeper.book.db.types import table_of
from scorekeeper.book.models import Address, Match, Receipt


@dataclass(frozen=True)
class Submission:
    """What one sending of a form brings along: its key, the version it was made for, its content.

    `version` is the match's when the form was shown; a form that starts a match has none.
    """

    key: str
    version: int | None
    fingerprint: bytes

    @classmethod
    def of(cls, key: str, version: int | None, content: Iterable[tuple[str, str]]) -> "Submission":
        """Make a submission from a form's fields and values."""
        # JSON: no value can look like another field, and half a character can be written.
        whole = json.dumps(sorted(content))
        return cls(key, version, hashlib.sha256(whole.encode()).digest())


RECEIPTS, ADDRESSES, MATCHES = table_of(Receipt), table_of(Address), table_of(Match)
_BY_KEY = (
    RECEIPTS.c.key == bindparam("key"),
    RECEIPTS.c.fingerprint == bindparam("fingerprint"),
)
HAS_RECEIPT = (
    select(RECEIPTS.c.key)
    .where(
        RECEIPTS.c.scorebook_id == MATCHES.c.scorebook_id,
        RECEIPTS.c.match_id == MATCHES.c.id,
        *_BY_KEY,
    )
    .correlate(MATCHES)
    .exists()
)
"""Whether this form was answered before for the match of the surrounding query."""

HAS_RECEIPT_BY_ID = (
    select(RECEIPTS.c.key)
    .where(
        RECEIPTS.c.scorebook_id == bindparam("scorebook"),
        RECEIPTS.c.match_id == bindparam("match"),
        *_BY_KEY,
    )
    .exists()
)
"""Whether it was for a match of which one knows where it lies."""

FIND_STARTED_MATCH = (
    select(ADDRESSES.c.public_id)
    .select_from(RECEIPTS)
    .join(
        ADDRESSES,
        (ADDRESSES.c.scorebook_id == RECEIPTS.c.scorebook_id)
        & (ADDRESSES.c.match_id == RECEIPTS.c.match_id),
    )
    .where(RECEIPTS.c.scorebook_id == bindparam("scorebook"), *_BY_KEY)
)
INSERT_RECEIPT = insert(RECEIPTS)
RECEIPT_LIFETIME = timedelta(days=60)


def bind_submission(submission: Submission) -> dict[str, Any]:
    """Return the values of a query that asks for the answer to a form."""
    return {"key": submission.key, "fingerprint": submission.fingerprint}


def find_started_match(session: Session, scorebook_id: int, submission: Submission) -> str | None:
    """Return the public id of the match that the same form started, or None if it is new."""
    return session.scalar(
        FIND_STARTED_MATCH, {"scorebook": scorebook_id, **bind_submission(submission)}
    )


def insert_receipt(
    session: Session, submission: Submission, scorebook_id: int, match_id: int
) -> None:
    """Remember that a form was answered, so that sending it again writes nothing."""
    where = {"scorebook_id": scorebook_id, "match_id": match_id}
    session.execute(INSERT_RECEIPT, where | bind_submission(submission))


def expired() -> ExpiredRows:
    """Choose the forms that were answered so long ago that nobody sends them any more.

    That a match has its rematch is kept: it is asked for as long as the match can be looked at.
    """
    told = (RECEIPTS.c.at < bindparam("then"), RECEIPTS.c.key.not_like("rematch %"))
    return ExpiredRows(RECEIPTS, told, {"then": now() - RECEIPT_LIFETIME})
