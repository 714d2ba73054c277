"""Whether a match of a file is in the scorebook already, and is the same there."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import SCOREBOOKS, Seen, is_id
from scorekeeper.book.columns import table_of
from scorekeeper.book.exchange.people import same_people
from scorekeeper.book.exchange.reading import Incoming
from scorekeeper.book.loading import Stored, load_all
from scorekeeper.book.models import Address, Match
from scorekeeper.book.storing import timed


class Standing(StrEnum):
    """How a match of a file stands to the scorebook."""

    NEW = "new"
    SAME = "same"
    DIFFERENT = "different"
    BACK = "back"


@dataclass(frozen=True)
class Compared:
    """A match of a file, how it stands to the scorebook, its id there, and what is there of it.

    One that is deleted there comes back as it is, where the file does not say otherwise; else that
    of the file takes its place.
    """

    incoming: Incoming
    standing: Standing
    public_id: str
    here: Stored | None = None


ADDRESSES, MATCHES = table_of(Address), table_of(Match)
BOOK = select(SCOREBOOKS.c.id, SCOREBOOKS.c.public_id).where(
    SCOREBOOKS.c.id == bindparam("scorebook")
)
PLACES = (
    select(*ADDRESSES.c["public_id", "scorebook_id", "match_id"])
    .add_columns(*MATCHES.c["version", "shown", "deleted_at"])
    .select_from(ADDRESSES.join(MATCHES))
    .where(ADDRESSES.c.public_id.in_(bindparam("ids", expanding=True)))
)
BEGUN_THEN = (
    select(*MATCHES.c["scorebook_id", "id"], ADDRESSES.c.public_id, *MATCHES.c["version", "shown"])
    .select_from(MATCHES.join(ADDRESSES))
    .where(
        MATCHES.c.scorebook_id == bindparam("scorebook"),
        MATCHES.c.started_at.in_(bindparam("times", expanding=True)),
        MATCHES.c.deleted_at.is_(None),
    )
)


@dataclass(frozen=True)
class Book:
    """The scorebook that matches are brought into."""

    id: int
    public_id: str

    def id_of(self, name: str) -> str:
        """Return the id that a match has here whose own is none, or belongs to another scorebook.

        It is always the same, so that it is known again without being remembered.
        """
        digest = hashlib.sha256(f"{self.public_id}\n{name}".encode()).digest()
        return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def book_of(session: Session, scorebook_id: int) -> Book:
    """Return a scorebook by its number."""
    return Book(*session.execute(BOOK, {"scorebook": scorebook_id}).one())


def compare(session: Session, book: Book, incoming: Sequence[Incoming]) -> list[Compared]:
    """Return how some matches of a file stand to the scorebook, with a handful of statements."""
    own = {one.line: book.id_of(one.name) for one in incoming}
    theirs = {one.line: one.public_id for one in incoming if is_id(one.public_id)}
    places = {
        row.public_id: row
        for row in session.execute(PLACES, {"ids": [*own.values(), *theirs.values()]})
    }
    here = {id_: row for id_, row in places.items() if row.scorebook_id == book.id}
    seen = {
        id_: Seen(book.id, row.match_id, id_, row.version, row.shown, True, False, row.deleted_at)
        for id_, row in here.items()
    }
    unnamed = [one for one in incoming if not one.public_id and own[one.line] not in here]
    alike = _begun_then(session, book, unnamed)
    loaded = {found.id: found for found in load_all(session, [*seen.values(), *alike])}
    by_start: dict[object, list[Stored]] = {}
    for begun in alike:
        by_start.setdefault(loaded[begun.id].match.started, []).append(loaded[begun.id])
    compared = []
    for one in incoming:
        ids = [id_ for id_ in (theirs.get(one.line), own[one.line]) if id_ in seen]
        if ids:
            found = seen[ids[0]]
            compared.append(_compared(one, loaded[found.id], found.deleted_at is not None))
        elif same := _same_table(one, by_start.get(one.match.started, ())):
            compared.append(_compared(one, same, is_deleted=False))
        else:
            wanted = theirs.get(one.line)
            id_ = own[one.line] if wanted is None or wanted in places else wanted
            compared.append(Compared(one, Standing.NEW, id_))
    return compared


def is_same(match: rules.Match, here: rules.Match) -> bool:
    """Whether a match of a file says nothing else than the one here; what it timed not, may be."""
    hands = list(match.hands)
    for place, (hand, other) in enumerate(zip(match.hands, here.hands, strict=False)):
        if hand.noted is None:
            hands[place] = replace(hand, noted=other.noted)
    sides = match.sides if match.names_sides or here.names_sides else here.sides
    told = replace(
        match,
        hands=tuple(hands),
        players=here.players if same_people(match.players, here.players) else match.players,
        sides=sides,
        started=match.started or here.started,
        utc_offset=here.utc_offset if match.started is None else match.utc_offset,
    )
    return timed(told) == here


def _compared(incoming: Incoming, here: Stored, is_deleted: bool) -> Compared:
    same = is_same(incoming.match, here.match)
    if is_deleted:
        standing = Standing.BACK if same else Standing.NEW
    else:
        standing = Standing.SAME if same else Standing.DIFFERENT
    return Compared(incoming, standing, here.public_id, here)


def _begun_then(session: Session, book: Book, incoming: Iterable[Incoming]) -> list[Seen]:
    """Return the matches that began when some of a file did that have no id."""
    times = {one.match.started for one in incoming if one.match.started is not None}
    if not times:
        return []
    rows = session.execute(BEGUN_THEN, {"scorebook": book.id, "times": sorted(times)})
    return [
        Seen(row.scorebook_id, row.id, row.public_id, row.version, row.shown, may_write=True)
        for row in rows
    ]


def _same_table(incoming: Incoming, there: Iterable[Stored]) -> Stored | None:
    """Return the match of the same start, players and hands."""
    match = incoming.match
    return next(
        (
            one
            for one in there
            if same_people(match.players, one.match.players)
            and is_same(replace(match, place=one.match.place, note=one.match.note), one.match)
        ),
        None,
    )
