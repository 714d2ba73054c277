"""The place and the note of a match, and the notes of its hands.

Notes change the revision of a match, never its version, so a hand being entered can still be saved,
and undo leaves them alone.
"""

from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied, Secret, bind_device, decode_rights
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission, bind_submission, insert_idempotency_key
from scorekeeper.book.models.conditions import UPDATE_MATCH, of_match, raise_statistics_revision
from scorekeeper.book.models.tables import HANDS, MATCHES
from scorekeeper.rules.limits import MAX_HANDS


class NoteConflict(Exception):
    """Someone else has changed the note since the form was rendered; `now` has the current one."""

    def __init__(self, now: Mapping[str, str]) -> None:
        super().__init__(*now)
        self.now = now


_HAND_BY_NUMBER = (*of_match(HANDS), HANDS.c.number == bindparam("of_hand"))
FIND_MATCH_NOTES = select(*MATCHES.c["place", "note"]).where(*of_match(MATCHES))
FIND_HAND_NOTE = select(HANDS.c.note).where(*_HAND_BY_NUMBER)
UPDATE_HAND_NOTE = update(HANDS).where(*_HAND_BY_NUMBER)


def save_notes(
    session: Session,
    secret: Secret | None,
    public_id: str,
    submission: Submission,
    texts: Mapping[str, str],
    was: Mapping[str, str],
    hand: int | None = None,
) -> None:
    """Save place and note of a match, or the note of one hand, once for each submission.

    `was` holds the notes as the form showed them; unchanged ones are not written. Raises
    AccessDenied if the device may not write the match or the hand does not exist, SetUpError if a
    note is too long or cannot be stored, NoteConflict if someone else changed it, too.
    """
    for name, text in texts.items():
        rules.check_note(name, text)
    ref = matches.find_match(session, secret, public_id)
    where = ref.where
    if hand is None:
        raise_statistics_revision(session, ref.scorebook_id)
    present = session.execute(
        matches.LOCK_MATCH, where | bind_submission(submission) | bind_device(secret)
    ).one()
    if present.rights is None:
        raise AccessDenied(public_id)
    decode_rights(present.rights).require_write(public_id)
    if present.answered:
        return
    row = None
    if hand is None:
        row = session.execute(FIND_MATCH_NOTES, where).mappings().first()
    elif hand <= MAX_HANDS:
        where["of_hand"] = hand
        row = session.execute(FIND_HAND_NOTE, where).mappings().first()
    if row is None:
        raise AccessDenied(public_id)
    now = {name: text or "" for name, text in row.items()}
    typed = {name: text for name, text in texts.items() if text != was.get(name, "")}
    if any(now[name] not in (was.get(name, ""), text) for name, text in typed.items()):
        raise NoteConflict(now)
    different = {name: text for name, text in typed.items() if text != now[name]}
    if different:
        if "place" in different:
            different["place_search_key"] = rules.fold(different["place"])
        if hand is not None:
            session.execute(UPDATE_HAND_NOTE, where | different)
        session.execute(UPDATE_MATCH, where | different if hand is None else where)
    insert_idempotency_key(session, submission, ref.scorebook_id, ref.id)


def set_place(
    session: Session, secret: Secret | None, public_ids: Sequence[str], place: str
) -> None:
    """Set the place of matches; raise SetUpError if it is too long or cannot be stored."""
    rules.check_note("place", place)
    values = {"place": place, "place_search_key": rules.fold(place)}
    for public_id in public_ids:
        ref = matches.find_match(session, secret, public_id)
        ref.rights.require_write(public_id)
        raise_statistics_revision(session, ref.scorebook_id)
        session.execute(UPDATE_MATCH, {**ref.where, **values})
