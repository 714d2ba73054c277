"""Comparison of the matches of a file with those of a scorebook."""

import hashlib
from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import StrEnum

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import MATCH_REFS, MatchRef, is_public_id
from scorekeeper.book.matches.match_loader import StoredMatch, load_matches
from scorekeeper.book.matches.match_writer import fill_in_times
from scorekeeper.book.models.conditions import NOT_DELETED, of_scorebook
from scorekeeper.book.models.tables import ADDRESSES, MATCHES, SCOREBOOKS
from scorekeeper.book.transfer.players import same_people
from scorekeeper.book.transfer.reader import IncomingMatch


class ImportStatus(StrEnum):
    """The relation of a match of a file to the scorebook."""

    NEW = "new"
    SAME = "same"
    DIFFERENT = "different"
    DELETED = "deleted"


@dataclass(frozen=True)
class ComparedMatch:
    """A match of a file, its status, its id in the scorebook, and the match there, if any.

    A deleted match that is the same is restored as it is. If it is different, the match of the file
    is new and replaces the deleted one. `differences` names what differs, as fields of the match.
    """

    incoming: IncomingMatch
    status: ImportStatus
    public_id: str
    here: StoredMatch | None = None
    differences: tuple[str, ...] = ()


SCOREBOOK_BY_ID = select(SCOREBOOKS.c.id, SCOREBOOKS.c.public_id).where(of_scorebook(SCOREBOOKS))
MATCHES_BY_ID = MATCH_REFS.add_columns(MATCHES.c.deleted_at).where(
    ADDRESSES.c.public_id.in_(bindparam("ids", expanding=True))
)
MATCHES_BY_START = MATCH_REFS.where(
    of_scorebook(MATCHES),
    MATCHES.c.started_at.in_(bindparam("times", expanding=True)),
    NOT_DELETED,
).order_by(MATCHES.c.id)


@dataclass(frozen=True)
class ScorebookRef:
    """The scorebook of an import or export."""

    id: int
    public_id: str

    def derive_id(self, key: str) -> str:
        """Return the id, always the same, of a match without one or with that of another book."""
        digest = hashlib.sha256(f"{self.public_id}\n{key}".encode(errors="replace")).digest()
        return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def load_scorebook_ref(session: Session, scorebook_id: int) -> ScorebookRef:
    """Return a scorebook by its number."""
    return ScorebookRef(
        **session.execute(SCOREBOOK_BY_ID, {"scorebook": scorebook_id}).mappings().one()
    )


def compare(
    session: Session, book: ScorebookRef, incoming: Sequence[IncomingMatch]
) -> list[ComparedMatch]:
    """Compare some matches of a file with the scorebook, with a handful of statements."""
    # Several matches may be on one line.
    derived = {id(one): book.derive_id(one.key) for one in incoming}
    given = {id(one): one.public_id for one in incoming if is_public_id(one.public_id)}
    older = {
        id(one): book.derive_id(one.key_of_0_7)
        for one in incoming
        if not one.public_id and one.match.started is None
    }
    ids = [*derived.values(), *given.values(), *older.values()]
    rows = {row.public_id: row for row in session.execute(MATCHES_BY_ID, {"ids": ids})}
    rows_here = {id_: row for id_, row in rows.items() if row.scorebook_id == book.id}
    refs = {
        id_: replace(MatchRef.from_row(row, can_write=True), deleted_at=row.deleted_at)
        for id_, row in rows_here.items()
    }
    unknown = [one for one in incoming if not one.public_id and derived[id(one)] not in rows_here]
    matches_at_start = _find_by_start(session, book, unknown)
    loaded = {ref.id: ref for ref in load_matches(session, [*refs.values(), *matches_at_start])}
    by_start: dict[datetime | None, list[StoredMatch]] = defaultdict(list)
    for stored in (loaded[ref.id] for ref in matches_at_start):
        by_start[stored.match.started].append(stored)
    compared = []
    for one in incoming:
        match_ref = refs.get(given.get(id(one), "")) or refs.get(derived[id(one)])
        if match_ref is not None:
            is_deleted = match_ref.deleted_at is not None
            compared.append(_compare_found(one, loaded[match_ref.id], is_deleted))
            continue
        candidates = by_start[one.match.started]
        if older.get(id(one)) in refs:
            candidates = [loaded[refs[older[id(one)]].id]]
        equal = [] if one.public_id else [m for m in candidates if is_same(one.match, m.match)]
        if len(equal) >= one.copy:
            compared.append(ComparedMatch(one, ImportStatus.SAME, equal[one.copy - 1].public_id))
        else:
            wanted = given.get(id(one))
            id_ = derived[id(one)] if wanted is None or wanted in rows else wanted
            compared.append(ComparedMatch(one, ImportStatus.NEW, id_))
    return compared


def is_same(match: rules.Match, stored: rules.Match) -> bool:
    """Whether a match of a file equals the one here, ignoring times that the file lacks."""
    return not find_differences(match, stored)


def find_differences(match: rules.Match, stored: rules.Match) -> tuple[str, ...]:
    """Return the fields in which a match of a file differs from the one here."""
    started = match.started or stored.started
    # As it is stored now, or as an earlier version stored it.
    ended = match.ended and {match.ended, fill_in_times(replace(match, started=started)).ended}
    hands = list(match.hands)
    for place, (hand, other) in enumerate(zip(match.hands, stored.hands, strict=False)):
        if hand.noted is None:
            hands[place] = replace(hand, noted=other.noted)
    sides = match.sides if match.has_side_names or stored.has_side_names else stored.sides
    expected = replace(
        match,
        hands=tuple(hands),
        players=stored.players if same_people(match.players, stored.players) else match.players,
        sides=sides,
        started=started,
        ended=stored.ended if ended and stored.ended in ended else match.ended,
        utc_offset=stored.utc_offset if match.started is None else match.utc_offset,
    )
    expected = fill_in_times(expected)
    names = [field.name for field in fields(stored)]
    return tuple(name for name in names if getattr(expected, name) != getattr(stored, name))


def _compare_found(incoming: IncomingMatch, here: StoredMatch, is_deleted: bool) -> ComparedMatch:
    differences = find_differences(incoming.match, here.match)
    if is_deleted:
        status = ImportStatus.NEW if differences else ImportStatus.DELETED
    else:
        status = ImportStatus.DIFFERENT if differences else ImportStatus.SAME
    return ComparedMatch(incoming, status, here.public_id, here, differences)


def _find_by_start(
    session: Session, book: ScorebookRef, incoming: Iterable[IncomingMatch]
) -> list[MatchRef]:
    """Return the matches here that began at the same time as one of the file."""
    times = {one.match.started for one in incoming if one.match.started is not None}
    if not times:
        return []
    rows = session.execute(MATCHES_BY_START, {"scorebook": book.id, "times": sorted(times)})
    return [MatchRef.from_row(row, can_write=True) for row in rows]
