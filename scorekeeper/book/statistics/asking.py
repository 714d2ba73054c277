"""What the pages of players ask: each as few statements, whatever the number of matches."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, select, union_all, update
from sqlalchemy.orm import Session

from scorekeeper.book.access import NotYours
from scorekeeper.book.clocks import clock, shown_by
from scorekeeper.book.columns import now, table_of
from scorekeeper.book.models import Address, Match
from scorekeeper.book.players import PLAYERS
from scorekeeper.book.statistics.cells import ANY_HOUSE, EVERYBODY, NAMES, Relation, key_of
from scorekeeper.book.statistics.keeping import PLAYED, SCOREBOOKS, TOTALS, day_of
from scorekeeper.book.written import read_house
from scorekeeper.rules import HouseRules
from scorekeeper.rules.figures import Sums

LATEST = 100
"""Matches of a player that are looked at one by one, for runs and for the form."""
COLOURS = 4


@dataclass(frozen=True)
class Person:
    """A player under all spellings: the name that leads, and the ids of all of them.

    `merged` are the other spellings, by their public ids.
    """

    id: int
    public_id: str
    name: str
    guest: bool
    colour: int | None
    ids: tuple[int, ...]
    merged: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Book:
    """Whom a scorebook knows, by the ids of those whose names lead; its season, and what day it is.

    Days are written as 20261120.
    """

    id: int
    today: int
    season: int | None = None
    people: dict[int, Person] = field(default_factory=dict)
    leaders: dict[int, int] = field(default_factory=dict)

    def person(self, public_id: str) -> Person:
        """Return somebody by the public id of any spelling; raise NotYours for others."""
        for person in self.people.values():
            if public_id == person.public_id or public_id in person.merged:
                return person
        raise NotYours(public_id)


@dataclass(frozen=True)
class Standing:
    """What everybody's matches add up to: of the table, of all seats, and of each player."""

    table: Sums
    everybody: Sums
    people: dict[int, Sums]


@dataclass(frozen=True)
class Figured:
    """What a player's matches add up to, with each partner and against each opponent."""

    own: Sums
    partners: dict[int, Sums] = field(default_factory=dict)
    opponents: dict[int, Sums] = field(default_factory=dict)

    @property
    def with_partner(self) -> Sums:
        """What all matches with a partner who has a name add up to."""
        return together(self.partners.values())


@dataclass(frozen=True)
class Latest:
    """A match of a player as its row says it."""

    match: str
    day: int
    points: int
    hands: int
    decided: bool
    won: bool


class Extreme(NamedTuple):
    """The best or the worst hand of a player: its points, its place in its match, and that."""

    points: int
    place: int
    match: str


ADDRESSES, MATCHES = table_of(Address), table_of(Match)
PEOPLE = (
    select(*PLAYERS.c["id", "public_id", "name", "folded", "leader_id", "guest", "colour"])
    .add_columns(*SCOREBOOKS.c["season_from", "time_zone"])
    .select_from(SCOREBOOKS.outerjoin(PLAYERS, PLAYERS.c.scorebook_id == SCOREBOOKS.c.id))
    .where(SCOREBOOKS.c.id == bindparam("scorebook"))
    .order_by(PLAYERS.c.folded, PLAYERS.c.name)
)
_THESE = (
    TOTALS.c.scorebook_id == bindparam("scorebook"),
    TOTALS.c.period == bindparam("period"),
    TOTALS.c.house == bindparam("house"),
    TOTALS.c.relation.in_(bindparam("relations", expanding=True)),
)
_SUMS = tuple(TOTALS.c[name] for name in NAMES)
OF_ALL = select(*TOTALS.c["relation", "player_id", "other_id"], *_SUMS).where(*_THESE)
OF_SOME = OF_ALL.where(TOTALS.c.player_id.in_(bindparam("players", expanding=True)))
NEWEST = (
    select(*MATCHES.c["game", "house"])
    .where(
        MATCHES.c.scorebook_id == bindparam("scorebook"),
        MATCHES.c.ended_at.is_not(None),
        MATCHES.c.deleted_at.is_(None),
    )
    .order_by(MATCHES.c.id.desc())
    .limit(1)
)
LOOK_SO = (
    update(PLAYERS)
    .where(PLAYERS.c.scorebook_id == bindparam("scorebook"), PLAYERS.c.id == bindparam("player"))
    .values(guest=bindparam("is_guest"), colour=bindparam("its_colour"))
)


def book(session: Session, scorebook_id: int) -> Book:
    """Return whom a scorebook knows, by name."""
    rows = session.execute(PEOPLE, {"scorebook": scorebook_id}).all()
    known = [row for row in rows if row.id is not None]
    led: dict[int, list[Any]] = defaultdict(list)
    for row in known:
        led[row.leader_id].append(row)
    people = {
        row.id: Person(
            *(row.id, row.public_id, row.name, row.guest, row.colour),
            ids=tuple(sorted(one.id for one in led[row.id])),
            merged={one.public_id: one.name for one in led[row.id] if one is not row},
        )
        for row in known
        if row.id == row.leader_id
    }
    season, zone = (rows[0].season_from, rows[0].time_zone) if rows else (None, None)
    today = day_of(shown_by(clock(None, zone), now()))
    leaders = {row.id: row.leader_id for row in known}
    return Book(scorebook_id, today, season, people, leaders)


def standing(session: Session, book: Book, period: int, house: int = ANY_HOUSE) -> Standing:
    """Return what matches of a time, by some house rules, add up to for everybody."""
    rows = _rows(session, OF_ALL, book, period, house, (Relation.OWN, Relation.TABLE))
    people = _by_leader(book, rows, Relation.OWN)
    table = together(Sums(*row[3:]) for row in rows if row.relation == Relation.TABLE)
    return Standing(table, people.pop(EVERYBODY, Sums()), people)


def pairs(
    session: Session, book: Book, period: int, house: int = ANY_HOUSE
) -> dict[tuple[int, int], Sums]:
    """Return what each two partners have together."""
    found: dict[tuple[int, int], list[Sums]] = defaultdict(list)
    for row in _rows(session, OF_ALL, book, period, house, (Relation.PARTNER,)):
        one, other = book.leaders[row.player_id], book.leaders[row.other_id]
        # Once for both of them: the other row says the same of their matches.
        if one < other:
            found[one, other].append(Sums(*row[3:]))
    return {two: together(sums) for two, sums in found.items()}


def figured(
    session: Session, book: Book, people: Sequence[Person], period: int
) -> tuple[Sums, list[Figured]]:
    """Return what everybody's matches add up to, and what those of some people do."""
    relations = (Relation.OWN, Relation.PARTNER, Relation.OPPONENT)
    ids = [EVERYBODY, *(id_ for person in people for id_ in person.ids)]
    rows = _rows(session, OF_SOME, book, period, ANY_HOUSE, relations, players=ids)
    own = _by_leader(book, rows, Relation.OWN)
    found = []
    for person in people:
        theirs = [row for row in rows if row.player_id in person.ids]
        with_, against = (
            _by_leader(book, theirs, relation, "other_id")
            for relation in (Relation.PARTNER, Relation.OPPONENT)
        )
        found.append(Figured(own.get(person.id, Sums()), with_, against))
    return own.get(EVERYBODY, Sums()), found


def latest(session: Session, book: Book, person: Person, since: int) -> list[Latest]:
    """Return the newest matches of a player from a day on, the oldest of them first."""
    values = _of_spellings(book, person, since)
    rows = session.execute(_latest(len(person.ids)), values).all()
    newest = sorted(rows, key=lambda row: (row.day, row.started_at, row.match_id))[-LATEST:]
    return [
        Latest(row.public_id, row.day, row.points, row.hands, bool(row.decided), bool(row.won))
        for row in newest
    ]


def extremes(
    session: Session, book: Book, person: Person, since: int
) -> tuple[Extreme, Extreme] | None:
    """Return the best and the worst hand of a player from a day on; none where none was played."""
    values = _of_spellings(book, person, since)
    rows = session.execute(_extremes(len(person.ids)), values).all()
    if not rows:
        return None
    best = max(rows, key=lambda row: row.best)
    worst = min(rows, key=lambda row: row.worst)
    return (
        Extreme(best.best, best.best_hand, best.public_id),
        Extreme(worst.worst, worst.worst_hand, worst.public_id),
    )


def newest_house(session: Session, scorebook_id: int) -> tuple[int, HouseRules] | None:
    """Return the house rules of the newest finished match, with their key."""
    row = session.execute(NEWEST, {"scorebook": scorebook_id}).first()
    if row is None:
        return None
    house = read_house(row.game, row.house)
    return key_of(house), house


def look_so(session: Session, book: Book, person: Person, guest: bool, colour: int | None) -> None:
    """Let a player be a guest or not, with this colour."""
    this = {"scorebook": book.id, "player": person.id}
    session.execute(LOOK_SO, {**this, "is_guest": guest, "its_colour": colour})


def together(all_sums: Iterable[Sums]) -> Sums:
    """Return what sums come to.

    >>> together([Sums(matches=2, won=1), Sums(matches=3)])[:3]
    (5, 0, 1)
    """
    return Sums(*map(sum, zip(Sums(), *all_sums, strict=True)))


def _rows(
    session: Session,
    statement: Select[Any],
    book: Book,
    period: int,
    house: int,
    relations: tuple[Relation, ...],
    **values: Any,
) -> Sequence[Any]:
    chosen = {"scorebook": book.id, "period": period, "house": house, "relations": relations}
    rows = session.execute(statement, {**chosen, **values})
    known = {EVERYBODY, *book.leaders}
    return [row for row in rows if row.player_id in known and row.other_id in known]


def _by_leader(
    book: Book, rows: Iterable[Any], relation: Relation, column: str = "player_id"
) -> dict[int, Sums]:
    """Add rows up by whose names lead."""
    found: dict[int, list[Sums]] = defaultdict(list)
    for row in rows:
        if row.relation == relation:
            id_ = getattr(row, column)
            found[book.leaders.get(id_, EVERYBODY)].append(Sums(*row[3:]))
    return {leader: together(sums) for leader, sums in found.items()}


def _of_spellings(book: Book, person: Person, since: int) -> dict[str, int]:
    ids = {f"player_{place}": id_ for place, id_ in enumerate(person.ids)}
    return {"scorebook": book.id, "since": since, **ids}


def _of_spelling(place: int, day: ColumnElement[int], *order: ColumnElement[Any]) -> Select[Any]:
    """Select matches of one spelling: each goes down an index of its own."""
    return (
        select(*PLAYED.c["match_id", "day", "started_at", "points", "hands", "decided", "won"])
        .add_columns(*PLAYED.c["best", "best_hand", "worst", "worst_hand"], ADDRESSES.c.public_id)
        .join(
            ADDRESSES,
            (ADDRESSES.c.scorebook_id == PLAYED.c.scorebook_id)
            & (ADDRESSES.c.match_id == PLAYED.c.match_id),
        )
        .where(
            PLAYED.c.scorebook_id == bindparam("scorebook"),
            PLAYED.c.player_id == bindparam(f"player_{place}"),
            day >= bindparam("since"),
        )
        .order_by(*order)
    )


@cache
def _latest(spellings: int) -> Select[Any]:
    order = (PLAYED.c.day.desc(), PLAYED.c.started_at.desc())
    return _all_of(
        [_of_spelling(place, PLAYED.c.day, *order).limit(LATEST) for place in range(spellings)]
    )


@cache
def _extremes(spellings: int) -> Select[Any]:
    best, worst = PLAYED.c.best.desc(), PLAYED.c.worst
    # Not a bare column: no database goes down the days then, but from the best hand on.
    day = PLAYED.c.day + 0
    return _all_of(
        [
            _of_spelling(place, day, order).limit(1)
            for place in range(spellings)
            for order in (best, worst)
        ]
    )


def _all_of(parts: Sequence[Select[Any]]) -> Select[Any]:
    within = [select(part.subquery()) for part in parts]
    return select(union_all(*within).subquery())
