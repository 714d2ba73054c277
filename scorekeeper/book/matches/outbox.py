"""The outbox of a phone: all its entries are stored, or none, and each only once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import LOCK_SCOREBOOK, Secret
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches import matches, undo_tree
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.match_writer import fill_in_times
from scorekeeper.book.matches.submissions import FIND_FINGERPRINTS, Submission


@dataclass(frozen=True)
class OutboxEntry:
    """One thing that a phone recorded while its server did not answer, and how long ago.

    `index` is its place in the outbox; `says` is what the phone says, unchecked. `change` returns
    the match with it, recorded at a time; None undoes the last change. `submission` is that of a
    form which was on its way, and `own` its own, unless it is the same.
    """

    index: int
    says: Mapping[str, Any]
    submission: Submission
    age: timedelta
    change: Callable[[rules.Match, datetime], rules.Match] | None = None
    own: Submission | None = None
    reason: str = ""


class KeyUsed(Exception):
    """An entry has the idempotency key of something else."""


class EntryRefused(Exception):
    """The rules refuse an entry; `stored` is the match before it, None if it starts one."""

    def __init__(
        self, entry: OutboxEntry, stored: StoredMatch | None, error: rules.RuleError
    ) -> None:
        super().__init__(str(error))
        self.entry, self.stored, self.error = entry, stored, error


def count_stored(session: Session, key: tuple[int, int], entries: Sequence[OutboxEntry]) -> int:
    """Return how many of the first entries a match has; raise KeyUsed if it has a later one."""
    submissions = [[one for one in (entry.submission, entry.own) if one] for entry in entries]
    keys = [one.key for listed in submissions for one in listed]
    values = {"scorebook": key[0], "match": key[1], "keys": keys}
    known = {row.key: row.fingerprint for row in session.execute(FIND_FINGERPRINTS, values)}
    are_stored = [
        any(known.get(one.key) == one.fingerprint for one in listed) for listed in submissions
    ]
    passed = [*are_stored, False].index(False)
    later = [key for listed in submissions[passed:] for key in {one.key for one in listed}]
    if known.keys() & later or len(later) != len(set(later)):
        raise KeyUsed
    return passed


def record_entries(
    session: Session, secret: Secret | None, stored: StoredMatch, entries: Sequence[OutboxEntry]
) -> StoredMatch:
    """Record entries one after the other; return the match as stored.

    Raises EntryRefused if the rules do, StaleMatch if something else was recorded since then, and
    the errors of `matches.record`. Then the transaction must be rolled back.
    """
    # The last entry may end the match, and a transaction locks the scorebook before a match.
    session.execute(LOCK_SCOREBOOK, {"scorebook": stored.scorebook_id})
    for entry in entries:
        try:
            changed = _apply(session, stored, entry)
        except rules.RuleError as error:
            raise EntryRefused(entry, stored, error) from error
        about = session, secret, stored, changed, entry.submission, entry.reason
        stored = matches.record(*about, was_open=entry is not entries[0])
    return stored


def recorded_at(match: rules.Match, age: timedelta) -> datetime:
    """Return when an entry was recorded: never before the last record, never after now."""
    moment = now()
    then = (moment - age).replace(microsecond=0)
    return min(max(then, match.last_noted or then), moment)


def _apply(session: Session, stored: StoredMatch, entry: OutboxEntry) -> undo_tree.Transition:
    if entry.change is None:
        return undo_tree.undo(session, stored)
    at = recorded_at(stored.match, entry.age)
    return undo_tree.record(stored, fill_in_times(entry.change(stored.match, at), at), at)
