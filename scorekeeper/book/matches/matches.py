"""Starting, reading and recording matches.

A save goes one straight way: `look` (who asks, how far is the match), `load`, the change by the
rules, then `record`, which alone needs a session for writing.
"""

from dataclasses import replace
from typing import Any

from sqlalchemy import ScalarSelect, bindparam, select, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import quotas
from scorekeeper.book.access.grants import (
    KNOWN,
    NotYours,
    Secret,
    Seen,
    asking,
    is_id,
    may_write,
    open_scorebook,
    read_rights,
    rights,
)
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.types import table_of
from scorekeeper.book.matches import changes
from scorekeeper.book.matches.changes import Turn
from scorekeeper.book.matches.hands import replies_left, take_back_replies
from scorekeeper.book.matches.match_loader import Stored, load_all
from scorekeeper.book.matches.match_writer import insert_match, store, timed
from scorekeeper.book.matches.submissions import (
    ANSWERED,
    ANSWERED_THERE,
    Submission,
    keep_receipt,
    match_started,
    sent,
)
from scorekeeper.book.matches.time_zones import on_its_clock
from scorekeeper.book.models import Address, Match
from scorekeeper.book.models.statistics_revision import raise_statistics_revision


class StaleMatch(Exception):
    """The match was changed since the form was shown; `version` is where it stands now."""

    def __init__(self, version: int) -> None:
        super().__init__(f"version {version}")
        self.version = version


class Deleted(Exception):
    """The match was deleted; who may write it can bring it back."""

    def __init__(self, seen: Seen) -> None:
        super().__init__(seen.public_id)
        self.seen = seen


ADDRESSES, MATCHES = table_of(Address), table_of(Match)


def _address(column: str) -> ScalarSelect[Any]:
    """Select a part of an address as a value: what is asked with it touches one scorebook."""
    here = ADDRESSES.c.public_id == bindparam("public_id")
    return select(ADDRESSES.c[column]).where(here).scalar_subquery()


LOOK = select(
    *MATCHES.c["scorebook_id", "id", "version", "shown"],
    rights().label("rights"),
    MATCHES.c.deleted_at,
).where(MATCHES.c.scorebook_id == _address("scorebook_id"), MATCHES.c.id == _address("match_id"))
LOOK_WITH_FORM = LOOK.add_columns(ANSWERED.label("answered"))
_THIS_MATCH = (MATCHES.c.scorebook_id == bindparam("scorebook"), MATCHES.c.id == bindparam("match"))
LOCK = (
    select(*MATCHES.c["version", "shown", "deleted_at"], may_write().label("may_write"))
    .add_columns(ANSWERED_THERE.label("answered"), KNOWN.scalar_subquery().label("device"))
    .where(*_THIS_MATCH)
    .with_for_update()
)
SHOW = update(MATCHES).where(*_THIS_MATCH).values(shown=MATCHES.c.shown + 1)
"""What is seen of a match besides the facts of the table has changed."""
WAS_ANSWERED = select(ANSWERED_THERE)


def look(
    session: Session, secret: Secret | None, public_id: str, submission: Submission | None = None
) -> Seen:
    """Look where a match is and how far, and whether a form was answered before, with one question.

    Raises NotYours for a match that the device may not read, Deleted for one that was deleted.
    """
    seen = look_anyway(session, secret, public_id, submission)
    if seen.deleted_at is not None:
        raise Deleted(seen)
    return seen


def look_anyway(
    session: Session, secret: Secret | None, public_id: str, submission: Submission | None = None
) -> Seen:
    """Look at a match that may be deleted; raise NotYours where the device may not know of it."""
    found = None
    if is_id(public_id):
        values = {"public_id": public_id, **asking(secret)}
        if submission is None:
            found = session.execute(LOOK, values).first()
        else:
            found = session.execute(LOOK_WITH_FORM, values | sent(submission)).first()
    if found is None or found.rights is None:
        raise NotYours(public_id)
    scorebook_id, match_id, version, shown, said, deleted_at, *answered = found
    allowed, seat = read_rights(said)
    where, how_far = (scorebook_id, match_id, public_id), (version, shown, allowed)
    return Seen(*where, *how_far, bool(any(answered)), deleted_at, seat)


def load(session: Session, seen: Seen) -> Stored:
    """Load the rest of a match that was looked at; raise NotYours where it is gone meanwhile."""
    found = load_all(session, [seen])
    if not found:
        raise NotYours(seen.public_id)
    return found[0]


def start(
    session: Session,
    secret: Secret,
    submission: Submission,
    match: rules.Match,
    time_zone: str | None = None,
) -> str:
    """Write a new match into the device's scorebook and return its public id.

    `time_zone` is what the phone says, where it says any.
    """
    scorebook_id = open_scorebook(session, secret)
    return start_in(session, scorebook_id, submission, match, time_zone=time_zone)


def start_in(
    session: Session,
    scorebook_id: int,
    submission: Submission,
    match: rules.Match,
    rematch_of: int | None = None,
    time_zone: str | None = None,
) -> str:
    """Write a new match into a scorebook that is locked, once; return its public id.

    Raises Enough where the scorebook may hold no more.
    """
    if started := match_started(session, scorebook_id, submission):
        return started
    match = timed(replace(match, started=match.started or now()))
    match = on_its_clock(session, scorebook_id, match, time_zone)
    match_id, public_id = insert_match(session, scorebook_id, match, rematch_of)
    keep_receipt(session, submission, scorebook_id, match_id)
    quotas.check_start(session, scorebook_id)
    return public_id


def record(
    session: Session,
    secret: Secret | None,
    stored: Stored,
    changed: rules.Match | Turn,
    submission: Submission,
    reason: str = "",
) -> Stored | None:
    """Record what became of a loaded match, once however often it is sent; return how it is stored.

    Returns None where the same form was answered before. Raises StaleMatch where the match moved on
    since the form was shown, NotYours for a match the device may not write; then nothing is
    written. What was different before is kept, with the reason.
    """
    this = {"scorebook": stored.scorebook_id, "match": stored.id}
    new = changed.match if isinstance(changed, Turn) else changed
    if stored.match.outcome or new.outcome:
        raise_statistics_revision(session, stored.scorebook_id)
    present = session.execute(LOCK, this | sent(submission) | asking(secret)).first()
    if present is None or not present.may_write:
        raise NotYours(stored.public_id)
    if present.deleted_at is not None:
        raise Deleted(look_anyway(session, secret, stored.public_id))
    if present.answered:
        return None
    if not submission.version == stored.version == present.version:
        # Asked again: PostgreSQL waits for the row of the match, not for the receipt beside it.
        if session.scalar(WAS_ANSWERED, this | sent(submission)):
            return None
        raise StaleMatch(present.version)
    turn = changed if isinstance(changed, Turn) else changes.recorded(stored, timed(changed))
    if stored.replies or present.shown != stored.shown:
        # Someone may have replied since it was loaded; where nothing is shown anew, nobody has.
        key = {"scorebook_id": stored.scorebook_id, "match_id": stored.id}
        take_back_replies(session, key, stored.match, turn.match)
    # Names and notes may have changed since it was loaded, which moves no version.
    where = stored.scorebook_id, stored.id, stored.public_id
    as_shown = Seen(*where, present.version, present.shown, may_write=True)
    noted = stored if present.shown == stored.shown else load(session, as_shown)
    store(session, stored, turn.match, turn.point)
    changes.keep(session, noted, turn, present.device, reason)
    keep_receipt(session, submission, stored.scorebook_id, stored.id)
    version, shown = present.version + 1, present.shown + 1
    if present.shown == stored.shown:
        said = replies_left(stored.replies, stored.match, turn.match)
        return replace(
            stored, version=version, shown=shown, match=turn.match, point=turn.point, replies=said
        )
    return load(session, Seen(*where, version, shown, may_write=True))
