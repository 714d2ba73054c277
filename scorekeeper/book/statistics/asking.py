"""What matches add up to, for everybody and for some: few statements, however many they are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.orm import Session

from scorekeeper.book.columns import table_of
from scorekeeper.book.models import Match
from scorekeeper.book.statistics.cells import ANY_HOUSE, EVERYBODY, NAMES, Relation, key_of
from scorekeeper.book.statistics.keeping import TOTALS
from scorekeeper.book.statistics.persons import Book, Person
from scorekeeper.book.written import read_house
from scorekeeper.rules import HouseRules
from scorekeeper.rules.figures import Sums


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


Key = TypeVar("Key")
MATCHES = table_of(Match)
_THESE = (
    TOTALS.c.scorebook_id == bindparam("scorebook"),
    TOTALS.c.period == bindparam("period"),
    TOTALS.c.house == bindparam("house"),
    TOTALS.c.relation.in_(bindparam("relations", expanding=True)),
)
_SUMS = tuple(TOTALS.c[name] for name in NAMES)
OF_ALL = select(*TOTALS.c["relation", "player_id", "other_id"], *_SUMS).where(*_THESE)
OF_SOME = OF_ALL.where(TOTALS.c.player_id.in_(bindparam("players", expanding=True)))
# Once for both of them: the other row says the same of their matches.
OF_PAIRS = OF_ALL.where(TOTALS.c.player_id < TOTALS.c.other_id)
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
_OF_SCOREBOOK = TOTALS.c.scorebook_id == bindparam("scorebook")
_FIRST = func.max(TOTALS.c.period).label("year")
_WALK = (
    select(_FIRST)
    .where(_OF_SCOREBOOK, TOTALS.c.period.between(bindparam("since"), bindparam("until")))
    .cte("walk", recursive=True)
)
_BEFORE = (
    select(_FIRST)
    .where(_OF_SCOREBOOK, TOTALS.c.period >= bindparam("since"), TOTALS.c.period < _WALK.c.year)
    .scalar_subquery()
)
# From one year to the one before, not from row to row.
YEARS_PLAYED = select(_WALK.union_all(select(_BEFORE).where(_WALK.c.year.is_not(None))).c.year)


def years(session: Session, scorebook_id: int, within: range) -> list[int]:
    """Return the years in which finished matches began, by their own clocks, the latest first."""
    values = {"scorebook": scorebook_id, "since": within.start, "until": within.stop - 1}
    return [year for year in session.scalars(YEARS_PLAYED, values) if year is not None]


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
    found: dict[tuple[int, int], Sums] = {}
    for row in _rows(session, OF_PAIRS, book, period, house, (Relation.PARTNER,)):
        one, other = sorted((book.leaders[row.player_id], book.leaders[row.other_id]))
        _add(found, (one, other), Sums(*row[3:]))
    return found


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


def newest_house(session: Session, scorebook_id: int) -> tuple[int, HouseRules] | None:
    """Return the house rules of the newest finished match, with their key."""
    row = session.execute(NEWEST, {"scorebook": scorebook_id}).first()
    if row is None:
        return None
    house = read_house(row.game, row.house)
    return key_of(house), house


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
    found: dict[int, Sums] = {}
    for row in rows:
        if row.relation == relation:
            id_ = getattr(row, column)
            _add(found, book.leaders.get(id_, EVERYBODY), Sums(*row[3:]))
    return found


def _add(found: dict[Key, Sums], key: Key, sums: Sums) -> None:
    """Add up what is said of the same; mostly that is one row."""
    found[key] = together((found[key], sums)) if key in found else sums
