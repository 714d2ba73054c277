"""Forms that are sent more than once, and forms that come too late."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, insert, select
from sqlalchemy.orm import Session

from .columns import table_of
from .models import Match, Receipt


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


INSERT_RECEIPT = insert(table_of(Receipt))


def answer_given(session: Session, submission: Submission, mine: ColumnElement[bool]) -> str | None:
    """Return where the same form was sent to before, or None if it is new to these matches."""
    return session.scalar(
        select(Receipt.location)
        .join(Match, Match.id == Receipt.match_id)
        .where(Receipt.key == submission.key, Receipt.fingerprint == submission.fingerprint, mine)
    )


def keep_answer(session: Session, submission: Submission, match_id: int, location: str) -> None:
    """Remember the answer to a form, so that sending it again gets the same one."""
    values = {
        "key": submission.key,
        "match_id": match_id,
        "fingerprint": submission.fingerprint,
        "location": location,
    }
    session.execute(INSERT_RECEIPT, values)
