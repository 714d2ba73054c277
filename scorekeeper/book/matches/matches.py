"""Starting, reading and recording matches.

A save takes four steps: `find_match` (rights and version), `load`, the change by the rules, then
`record`, the only one that needs a session for writing.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import grants, quotas
from scorekeeper.book.access.grants import AccessDenied, MatchRef, Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.statements import VersionQuery
from scorekeeper.book.matches import submissions, undo_tree
from scorekeeper.book.matches.hands import DELETE_REPLIES, list_changed
from scorekeeper.book.matches.match_loader import StoredMatch, load_matches
from scorekeeper.book.matches.match_writer import fill_in_times, insert_match, update_match
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.matches.undo_tree import Transition
from scorekeeper.book.models.conditions import UPDATE_EVENT, of_match, raise_statistics_revision
from scorekeeper.book.models.tables import ADDRESSES, MATCHES
from scorekeeper.book.players import clocks
from scorekeeper.book.statistics import roster


class StaleMatch(Exception):
    """The match has changed since the form was rendered."""


class MatchDeleted(Exception):
    """The match is deleted; a device that may write it can restore it."""

    def __init__(self, ref: MatchRef) -> None:
        super().__init__(ref.public_id)
        self.ref = ref


class PublicIdTaken(Exception):
    """Another match has the public id that a phone made for its own."""


_HAS_PUBLIC_ID = ADDRESSES.c.public_id == bindparam("public_id")
FIND_MATCH_ID = select(ADDRESSES.c.match_id).where(_HAS_PUBLIC_ID)
# Scalars, so that the query reads a single scorebook.
FIND_MATCH = select(
    *MATCHES.c["scorebook_id", "id", "version", "revision"],
    grants.select_rights().label("rights"),
    MATCHES.c.deleted_at,
).where(
    MATCHES.c.scorebook_id
    == select(ADDRESSES.c.scorebook_id).where(_HAS_PUBLIC_ID).scalar_subquery(),
    MATCHES.c.id == FIND_MATCH_ID.scalar_subquery(),
)
FIND_MATCH_AND_IDEMPOTENCY_KEY = FIND_MATCH.add_columns(
    submissions.HAS_IDEMPOTENCY_KEY.label("answered")
)
LOCK_MATCH = (
    select(
        *MATCHES.c["version", "revision", "deleted_at"],
        grants.select_rights(to_write=True).label("rights"),
    )
    .add_columns(
        submissions.HAS_IDEMPOTENCY_KEY_BY_ID.label("answered"),
        grants.FIND_DEVICE_ID.scalar_subquery().label("device"),
    )
    .where(*of_match(MATCHES))
    .with_for_update()
)


def find_match(
    session: Session, secret: Secret | None, public_id: str, submission: Submission | None = None
) -> MatchRef:
    """Find a match, the rights of the device, and whether the form was sent before, in one query.

    Raises AccessDenied if the device may not read it, or not write it for a form; MatchDeleted.
    """
    ref = find_match_or_deleted(session, secret, public_id, submission)
    if ref.deleted_at is not None:
        raise MatchDeleted(ref)
    return ref


def find_match_or_deleted(
    session: Session, secret: Secret | None, public_id: str, submission: Submission | None = None
) -> MatchRef:
    """Find a match, deleted or not; raise AccessDenied as `find_match` does."""
    row = session.execute(*_bind_match(secret, public_id, submission)).first()
    return _read_ref(row, public_id, submission)


def find_match_without_session(
    database: Database, secret: Secret | None, public_id: str, submission: Submission | None = None
) -> MatchRef:
    """Do the same as `find_match` in a third of the time."""
    row = database.find_row(*_bind_match(secret, public_id, submission))
    ref = _read_ref(row, public_id, submission)
    if ref.deleted_at is None:
        return ref
    # Only a session can read when it was deleted.
    with database.query() as session:
        return find_match(session, secret, public_id, submission)


def _bind_match(
    secret: Secret | None, public_id: str, submission: Submission | None
) -> tuple[Select[Any], dict[str, Any]]:
    # A database may reject a text that cannot be an id.
    if not grants.is_public_id(public_id):
        raise AccessDenied(public_id)
    values = {"public_id": public_id, **grants.bind_device(secret)}
    if submission is None:
        return FIND_MATCH, values
    return FIND_MATCH_AND_IDEMPOTENCY_KEY, values | submissions.bind_submission(submission)


def _read_ref(row: Sequence[Any] | None, public_id: str, submission: Submission | None) -> MatchRef:
    """Return the match of a row; raise AccessDenied without a row or rights."""
    if row is None:
        raise AccessDenied(public_id)
    scorebook_id, match_id, version, revision, encoded, deleted_at, *answered = row
    if encoded is None:
        raise AccessDenied(public_id)
    rights, is_answered = grants.decode_rights(encoded), any(answered)
    # The answer to a form may have been lost before the event ended.
    if submission is not None and not (is_answered and rights.is_closed):
        rights.require_write(public_id)
    key = scorebook_id, match_id, public_id
    return MatchRef(*key, version, revision, rights, is_answered, deleted_at)


def version_of(stored: StoredMatch, secret: Secret | None) -> VersionQuery:
    """Return the query that finds out whether a match and the device's rights are unchanged."""
    rights = grants.encode_rights(stored.rights)
    row = (*stored.key, stored.version, stored.revision, rights, None)
    values = {"public_id": stored.public_id, **grants.bind_device(secret)}
    return VersionQuery(FIND_MATCH, values, row)


def load(session: Session, ref: MatchRef) -> StoredMatch:
    """Load a match that was found; raise AccessDenied if it has been deleted since."""
    loaded = load_matches(session, [ref])
    if not loaded:
        raise AccessDenied(ref.public_id)
    return loaded[0]


def start_match(
    session: Session,
    secret: Secret,
    submission: Submission,
    match: rules.Match,
    time_zone: str | None = None,
    public_id: str | None = None,
) -> str:
    """Insert a new match into the device's scorebook; return its public id."""
    scorebook_id = grants.find_or_create_scorebook(session, secret)
    return start_match_in(
        session, scorebook_id, submission, match, time_zone=time_zone, public_id=public_id
    )


def start_match_in(
    session: Session,
    scorebook_id: int,
    submission: Submission,
    match: rules.Match,
    rematch_of: int | None = None,
    time_zone: str | None = None,
    public_id: str | None = None,
) -> str:
    """Insert a new match into a locked scorebook, once for each submission; return its public id.

    Raises QuotaExceeded if the scorebook may have no more matches, PublicIdTaken if another match
    has the given public id.
    """
    if started := submissions.find_started_match(session, scorebook_id, submission):
        return started
    if public_id and session.scalar(FIND_MATCH_ID, {"public_id": public_id}):
        raise PublicIdTaken(public_id)
    match = fill_in_times(replace(match, started=match.started or now()))
    match = _set_utc_offset(session, scorebook_id, match, time_zone)
    match_id, public_id = insert_match(session, scorebook_id, match, rematch_of, public_id)
    submissions.insert_idempotency_key(session, submission, scorebook_id, match_id)
    quotas.check_matches(session, scorebook_id)
    return public_id


def _set_utc_offset(
    session: Session, scorebook_id: int, match: rules.Match, phone_zone: str | None
) -> rules.Match:
    """Return a match with its UTC offset, if known; a scorebook keeps the first zone sent."""
    zone = clocks.load_time_zone(session, scorebook_id)
    if zone is None and clocks.find_time_zone(phone_zone) is not None:
        zone = phone_zone
        roster.set_time_zone(session, scorebook_id, zone)
    clock = clocks.find_time_zone(zone)
    if match.utc_offset is not None or match.started is None or clock is None:
        return match
    began = clocks.convert_to_clock(clock, match.started)
    return replace(match, utc_offset=clocks.utc_offset_minutes(began))


def record(
    session: Session,
    secret: Secret | None,
    stored: StoredMatch,
    changed: rules.Match | Transition,
    submission: Submission,
    reason: str = "",
    *,
    was_open: bool = False,
) -> StoredMatch:
    """Save a changed match, once for each submission; return it as stored.

    Raises StaleMatch if the match or its clock has changed since it was loaded, perhaps by the same
    form, AccessDenied if the device may not write it; then nothing is written. The change is stored
    with the reason. `was_open` is for all but the first of several changes: what they finish they
    may correct, too, after the end of the event.
    """
    new = changed.match if isinstance(changed, Transition) else changed
    if stored.match.outcome or new.outcome:
        raise_statistics_revision(session, stored.scorebook_id)
    present = session.execute(
        LOCK_MATCH,
        stored.where | submissions.bind_submission(submission) | grants.bind_device(secret),
    ).first()
    if present is None or present.rights is None:
        raise AccessDenied(stored.public_id)
    rights = grants.decode_rights(present.rights)
    if not (was_open and rights.is_closed):
        rights.require_write(stored.public_id)
    if present.deleted_at is not None:
        raise MatchDeleted(find_match_or_deleted(session, secret, stored.public_id))
    if present.answered or present.version != stored.version:
        raise StaleMatch
    # Names, notes or the clock may have changed since it was loaded, without a new version.
    noted = stored if present.revision == stored.revision else load(session, stored)
    if noted.match.clock != stored.match.clock:
        raise StaleMatch
    turn = (
        changed
        if isinstance(changed, Transition)
        else undo_tree.record(stored, fill_in_times(changed, now()))
    )
    outdated = list_changed(stored.match, turn.match)
    if outdated and (stored.replies or present.revision != stored.revision):
        # A reply may have arrived since it was loaded, unless the revision is unchanged.
        session.execute(DELETE_REPLIES, [{**stored.where, "number": number} for number in outdated])
    # The change first: it may be a correction, which is a tag of a finished match.
    undo_tree.store_change(session, noted, turn, present.device, reason)
    update_match(session, stored, turn.match, turn.position)
    submissions.insert_idempotency_key(session, submission, stored.scorebook_id, stored.id)
    if noted.event is not None and (stored.match.outcome or new.outcome):
        session.execute(UPDATE_EVENT, {"scorebook": stored.scorebook_id, "event": noted.event.id})
    if present.revision == stored.revision:
        replies = {one: word for one, word in stored.replies.items() if one[0] not in outdated}
        return replace(
            stored,
            version=present.version + 1,
            revision=present.revision + 1,
            match=turn.match,
            position=turn.position,
            replies=replies,
        )
    return load(session, stored)
