"""Where a match was played, and what is noted on it or on one of its hands.

A note is no fact of the table: it moves a match only in what is shown of it, never in its version,
so that a hand that is being typed is saved all the same, and Undo leaves it where it is.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import NotYours, Secret, asking
from scorekeeper.book.db.types import table_of
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission, keep_receipt, sent
from scorekeeper.book.models import Hand, Match
from scorekeeper.rules.limits import MAX_HANDS


class NotedMeanwhile(Exception):
    """Somebody else noted something there since the form was shown; `now` is what stands there."""

    def __init__(self, now: Mapping[str, str]) -> None:
        super().__init__(*now)
        self.now = now


MATCHES, HANDS = table_of(Match), table_of(Hand)
_THIS_MATCH = (MATCHES.c.scorebook_id == bindparam("scorebook"), MATCHES.c.id == bindparam("match"))
_THIS_HAND = (
    HANDS.c.scorebook_id == bindparam("scorebook"),
    HANDS.c.match_id == bindparam("match"),
    HANDS.c.number == bindparam("of_hand"),
)
OF_MATCH = select(*MATCHES.c["place", "note"]).where(*_THIS_MATCH)
OF_HAND = select(HANDS.c.note).where(*_THIS_HAND)
# Their columns are those that are said.
NOTE_MATCH, NOTE_HAND = update(MATCHES).where(*_THIS_MATCH), update(HANDS).where(*_THIS_HAND)


def write(
    session: Session,
    secret: Secret | None,
    public_id: str,
    submission: Submission,
    said: Mapping[str, str],
    was: Mapping[str, str],
    hand: int | None = None,
) -> None:
    """Write place and note of a match, or the note of its hand at a place, once however often sent.

    `was` is what stood there when the form was shown: what was left so is not written. Raises
    NotYours for a match that the device may not write or a hand that is not there, SetUpError for
    what is too long or cannot be kept, NotedMeanwhile where others wrote it, too; then nothing is.
    """
    for name, text in said.items():
        rules.check_note(name, text)
    seen = matches.look(session, secret, public_id)
    this: dict[str, Any] = {"scorebook": seen.scorebook_id, "match": seen.id}
    present = session.execute(matches.LOCK, this | sent(submission) | asking(secret)).one()
    if not present.may_write:
        raise NotYours(public_id)
    if present.answered:
        return
    row = None
    if hand is None:
        row = session.execute(OF_MATCH, this).mappings().first()
    elif hand <= MAX_HANDS:
        this["of_hand"] = hand
        row = session.execute(OF_HAND, this).mappings().first()
    if row is None:
        raise NotYours(public_id)
    now = {name: text or "" for name, text in row.items()}
    typed = {name: text for name, text in said.items() if text != was.get(name, "")}
    if any(now[name] not in (was.get(name, ""), text) for name, text in typed.items()):
        raise NotedMeanwhile(now)
    different = {name: text for name, text in typed.items() if text != now[name]}
    if different:
        session.execute(NOTE_MATCH if hand is None else NOTE_HAND, this | different)
        session.execute(matches.SHOW, this)
    keep_receipt(session, submission, seen.scorebook_id, seen.id)
