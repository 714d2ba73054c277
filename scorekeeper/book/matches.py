"""Starting, reading and recording matches."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.rules import notation

from .access import MAY_READ, MAY_WRITE, NotYours, Secret, asking, is_id, note_visit, open_scorebook
from .loading import Kept, load_all, whole
from .models import Correction, Match
from .storing import insert_match, store
from .submissions import Submission, answer_given, keep_answer

_THIS_MATCH = select(Match).where(Match.public_id == bindparam("public_id"))
READABLE = whole(_THIS_MATCH.where(MAY_READ.exists()))
WRITABLE = whole(_THIS_MATCH.where(MAY_WRITE.exists()).with_for_update(of=Match))


class Stale(Exception):
    """The match was changed since the form was shown; `kept` is how it stands now."""

    def __init__(self, kept: Kept) -> None:
        super().__init__(f"version {kept.version}")
        self.kept = kept


@dataclass(frozen=True)
class Change:
    """A correction that was made: the hand, what stood there and stands there now, when and why."""

    number: int
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    at: datetime


def load(session: Session, secret: Secret | None, public_id: str) -> Kept:
    """Load a match the device may read; raise NotYours for any other."""
    return _load(session, READABLE, secret, public_id)


def start(session: Session, secret: Secret, submission: Submission, match: rules.Match) -> str:
    """Write a new match into the device's scorebook and return its public id."""
    scorebook_id = open_scorebook(session, secret)
    if answered := answer_given(session, submission, Match.scorebook_id == scorebook_id):
        return answered
    note_visit(session, secret)
    row = insert_match(session, scorebook_id, replace(match, started=match.started or _now()))
    keep_answer(session, submission, row.id, row.public_id)
    return row.public_id


def record(
    session: Session,
    secret: Secret | None,
    public_id: str,
    submission: Submission,
    change: Callable[[rules.Match], rules.Match],
) -> tuple[Kept, rules.Match] | None:
    """Record a change to a match, once however often it is sent.

    Returns the match before and after, or None where the same form was answered before. Raises
    Stale where the match moved on since the form was shown, NotYours for a match the device may
    not write, and whatever RuleError the change itself raises; then nothing is written.
    """
    kept = _load(session, WRITABLE, secret, public_id)
    if answer_given(session, submission, Match.id == kept.id):
        return None
    if submission.version != kept.version:
        raise Stale(kept)
    changed = change(kept.match)
    store(session, kept, changed)
    keep_answer(session, submission, kept.id, public_id)
    return kept, changed


def correct(
    session: Session,
    secret: Secret | None,
    public_id: str,
    submission: Submission,
    number: int,
    change: Callable[[rules.Match], rules.Match],
    reason: str = "",
) -> None:
    """Record a correction of hand `number`, and keep what stood there before and why."""
    changed = record(session, secret, public_id, submission, change)
    if changed is not None:
        old, new = changed
        _keep_correction(session, old, new, number, reason)


def keep_fallen(session: Session, old: Kept, new: rules.Match, reason: str) -> None:
    """Keep the hands that fall away because a change lets an earlier hand decide the match."""
    if len(new.hands) < len(old.match.hands):
        _keep_correction(session, old, new, len(new.hands), reason)


def changes(session: Session, kept: Kept) -> list[Change]:
    """Return the corrections of a match, oldest first."""
    rows = session.scalars(
        select(Correction).where(Correction.match_id == kept.id).order_by(Correction.id)
    )
    return [Change(row.number, row.before, row.after, row.reason, row.at) for row in rows]


def _keep_correction(
    session: Session, old: Kept, new: rules.Match, number: int, reason: str
) -> None:
    before, after = (notation.write(match)["hands"] for match in (old.match, new))
    last = len(before) if len(after) < len(before) else number
    session.add(
        Correction(
            match_id=old.id,
            number=number,
            before={"hands": before[number - 1 : last]},
            after={"hands": after[number - 1 : number]},
            reason=reason,
            at=_now(),
        )
    )


def _load(session: Session, mine: Select[Any], secret: Secret | None, public_id: str) -> Kept:
    values = {"public_id": public_id, **asking(secret)}
    found = load_all(session, mine, values) if is_id(public_id) else []
    if not found:
        raise NotYours(public_id)
    return found[0]


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
