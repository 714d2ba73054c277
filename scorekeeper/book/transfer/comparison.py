"""Comparison of the matches of a file with those of a scorebook."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from itertools import chain

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import MATCH_REFS, OF_OWNER, MatchRef, is_public_id
from scorekeeper.book.matches.match_loader import StoredMatch, load_matches
from scorekeeper.book.matches.match_writer import fill_in_times
from scorekeeper.book.models.conditions import NOT_DELETED, of_scorebook
from scorekeeper.book.models.tables import ADDRESSES, MATCHES, SCOREBOOKS
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
    of_scorebook(MATCHES), MATCHES.c.started_at.in_(bindparam("times", expanding=True)), NOT_DELETED
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
    return ScorebookRef(
        **session.execute(SCOREBOOK_BY_ID, {"scorebook": scorebook_id}).mappings().one()
    )


def compare(
    session: Session, book: ScorebookRef, incoming: Sequence[IncomingMatch]
) -> list[ComparedMatch]:
    """Compare some matches of a file with the scorebook, with a handful of statements."""
    ids = [_list_ids(book, one) for one in incoming]
    rows = session.execute(MATCHES_BY_ID, {"ids": [*{*chain(*ids)}]}).all()
    taken = {row.public_id for row in rows}
    deleted = {row.public_id for row in rows if row.deleted_at is not None}
    refs = [MatchRef.from_row(row, OF_OWNER) for row in rows if row.scorebook_id == book.id]
    unknown = [one for one in incoming if not one.public_id]
    refs_at_start = _find_by_start(session, book, unknown)
    wanted = {ref.id: ref for ref in (*refs, *refs_at_start)}
    here = {stored.public_id: stored for stored in load_matches(session, [*wanted.values()])}
    at_start = [here[ref.public_id] for ref in refs_at_start]
    compared = []
    for one, (given, made, older) in zip(incoming, ids, strict=True):
        if found := here.get(given) or here.get(made):
            compared.append(_compare_found(one, found, found.public_id in deleted))
        elif equal := _find_equal(one, here.get(older), at_start):
            compared.append(ComparedMatch(one, ImportStatus.SAME, equal.public_id))
        else:
            id_ = given if given and given not in taken else made
            compared.append(ComparedMatch(one, ImportStatus.NEW, id_))
    return compared


def _list_ids(book: ScorebookRef, one: IncomingMatch) -> tuple[str, str, str]:
    """Return the ids that a match may have here: its own, one made for it, that of 0.7, or ""."""
    given = one.public_id if is_public_id(one.public_id) else ""
    is_undated = not one.public_id and one.match.started is None
    older = book.derive_id(one.key_of_0_7) if is_undated else ""
    return given, book.derive_id(one.key), older


def _find_equal(
    one: IncomingMatch, older: StoredMatch | None, at_start: Iterable[StoredMatch]
) -> StoredMatch | None:
    """Return the match here that equals one without an id; the second for a second copy."""
    if one.public_id:
        return None
    same_start = [each for each in at_start if each.match.started == one.match.started]
    candidates = [older] if older else same_start
    equal = [each for each in candidates if not find_differences(one.match, each.match)]
    return equal[one.copy - 1] if len(equal) >= one.copy else None


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
    same_people = [*map(rules.fold, match.players)] == [*map(rules.fold, stored.players)]
    expected = replace(
        match,
        hands=tuple(hands),
        players=stored.players if same_people else match.players,
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
    return [MatchRef.from_row(row, OF_OWNER) for row in rows]
