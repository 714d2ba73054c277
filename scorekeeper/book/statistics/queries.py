"""Sums over the rows of finished matches: for all players, pairs and some players; and tags."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorekeeper.book.models.conditions import IS_FINISHED, NOT_DELETED, of_scorebook, same_match
from scorekeeper.book.models.tables import MATCH_TAGS, MATCHES, RESULTS
from scorekeeper.book.serialization import read_house
from scorekeeper.book.statistics.cache import load_cached
from scorekeeper.book.statistics.results import house_rules_key
from scorekeeper.book.statistics.roster import Person, Roster
from scorekeeper.rules import HouseRules
from scorekeeper.rules.review.figures import Sums
from scorekeeper.rules.review.remarkable import Tag


class Days(NamedTuple):
    """A range of days, both included, as numbers like 20261120; by default all days."""

    first: int = 0
    last: int = 9999_12_31

    def include(self, day: int) -> bool:
        return self.first <= day <= self.last


ALL_TIME = Days()
ANY_HOUSE_RULES = 0
MAX_COUNTED_MATCHES = 1000
"""Matches of one tag that are counted, so that the cost does not grow with the scorebook."""


@dataclass(frozen=True)
class ScorebookSums:
    """The sums of a scorebook: of its matches, of all seats, and of each player."""

    table: Sums
    everybody: Sums
    people: dict[int, Sums]


@dataclass(frozen=True)
class PlayerSums:
    """The sums of a player: in total, with each partner and against each opponent."""

    own: Sums
    partners: dict[int, Sums] = field(default_factory=dict)
    opponents: dict[int, Sums] = field(default_factory=dict)

    @property
    def with_partner(self) -> Sums:
        """The sums of all matches with a named partner."""
        return add_sums(self.partners.values())


Key = TypeVar("Key")
OTHERS = RESULTS.alias("others")
HOUSE = sa.bindparam("house", type_=sa.BigInteger)
_ZERO: sa.ColumnElement[int] = sa.literal_column("0")
# Expressions instead of columns keep SQLite from reading rows one by one in index order.
_PLAYER, _OTHER, _DAY = (
    RESULTS.c.player_id + _ZERO,
    OTHERS.c.player_id + _ZERO,
    RESULTS.c.day + _ZERO,
)
_CONDITIONS = (
    of_scorebook(RESULTS),
    _DAY.between(sa.bindparam("first"), sa.bindparam("last")),
    sa.or_(HOUSE == ANY_HOUSE_RULES, RESULTS.c.house_rules_key == HOUSE),
)
# Fields of the match, not of a player, are summed once: in the row of the first seat.
_MATCH_FIELDS = {"matches", "decided", "hands", "minutes"}
_SUMS_OF_PLAYER = tuple(sa.func.sum(RESULTS.c[name]).label(name) for name in Sums._fields)
_SUMS_OF_TABLE = tuple(
    sa.func.sum(RESULTS.c[name]).label(name) if name in _MATCH_FIELDS else _ZERO.label(name)
    for name in Sums._fields
)
SUMS_BY_PLAYER: Any = sa.union_all(
    sa.select(_ZERO.label("of_table"), _PLAYER.label("player"), *_SUMS_OF_PLAYER)
    .where(*_CONDITIONS)
    .group_by(_PLAYER),
    sa.select(sa.literal_column("1"), sa.null(), *_SUMS_OF_TABLE).where(
        *_CONDITIONS, RESULTS.c.seat == 0
    ),
)
# Joined by the primary key, so each row meets only the other rows of its match.
_PAIRS = RESULTS.join(OTHERS, same_match(OTHERS, RESULTS))
_BOTH_KNOWN = (_PLAYER.is_not(None), _OTHER.is_not(None))
SUMS_BY_PAIR = (
    sa.select(_PLAYER.label("player"), _OTHER.label("other"), *_SUMS_OF_PLAYER[:3])
    .select_from(_PAIRS)
    .where(
        *_CONDITIONS, *_BOTH_KNOWN, OTHERS.c.side == RESULTS.c.side, OTHERS.c.seat > RESULTS.c.seat
    )
    .group_by(_PLAYER, _OTHER)
)
_ARE_PARTNERS = OTHERS.c.side == RESULTS.c.side
SUMS_BY_OTHER_PLAYER = (
    sa.select(
        _PLAYER.label("player"),
        _OTHER.label("other"),
        _ARE_PARTNERS.label("partners"),
        *_SUMS_OF_PLAYER,
    )
    .select_from(_PAIRS)
    .where(*_CONDITIONS, *_BOTH_KNOWN, OTHERS.c.seat != RESULTS.c.seat)
    .where(RESULTS.c.player_id.in_(sa.bindparam("players", expanding=True)))
    .group_by(_PLAYER, _OTHER, _ARE_PARTNERS)
)
NEWEST_HOUSE_RULES = (
    sa.select(*MATCHES.c["game", "house_rules"])
    .where(of_scorebook(MATCHES), IS_FINISHED, NOT_DELETED)
    .where(sa.or_(sa.bindparam("game") == "", MATCHES.c.game == sa.bindparam("game")))
    .order_by(MATCHES.c.id.desc())
    .limit(1)
)
_YEAR_FACTOR = 10_000
"""Factor between a year and the numbers of its days."""
_LAST_YEAR = (sa.func.max(RESULTS.c.day) // _YEAR_FACTOR).label("year")
_WALK = (
    sa.select(_LAST_YEAR)
    .where(of_scorebook(RESULTS), RESULTS.c.day >= sa.bindparam("since"))
    .where(RESULTS.c.day <= sa.bindparam("until"))
    .cte("walk", recursive=True)
)
_PREVIOUS_YEAR = (
    sa.select(_LAST_YEAR)
    .where(of_scorebook(RESULTS), RESULTS.c.day >= sa.bindparam("since"))
    .where(RESULTS.c.day < _WALK.c.year * _YEAR_FACTOR)
    .scalar_subquery()
)
# A loose index scan: one look-up per year instead of reading each row.
YEARS_PLAYED = sa.select(
    _WALK.union_all(sa.select(_PREVIOUS_YEAR).where(_WALK.c.year.is_not(None))).c.year
)


def find_years(session: Session, scorebook_id: int, revision: int, within: range) -> Sequence[int]:
    """Return the years in which finished matches began, in local time, latest first."""
    days = {"since": within.start * _YEAR_FACTOR, "until": within.stop * _YEAR_FACTOR - 1}
    values = {"scorebook": scorebook_id, **days}
    key = "years", scorebook_id, revision, within
    years = load_cached(session, key, lambda: session.scalars(YEARS_PLAYED, values).all())
    return [year for year in years if year is not None]


def sum_by_player(
    session: Session, book: Roster, days: Days, house: int = ANY_HOUSE_RULES
) -> ScorebookSums:
    """Return the sums of a range of days, optionally for one key of house rules."""
    rows = _load_rows(session, book, days, house, "standing", SUMS_BY_PLAYER)
    own = [row for row in rows if not row.of_table]
    table = add_sums(_read_sums(row) for row in rows if row.of_table)
    named = [row for row in own if row.player is not None]
    people = _group_by_canonical(book, named, lambda row: row.player)
    return ScorebookSums(table, add_sums(map(_read_sums, own)), people)


def sum_by_pair(
    session: Session, book: Roster, days: Days, house: int = ANY_HOUSE_RULES
) -> dict[tuple[int, int], Sums]:
    """Return the number of matches, decided and won, of each pair of partners."""
    rows = _load_rows(session, book, days, house, "pairs", SUMS_BY_PAIR)
    pairs: dict[tuple[int, int], Sums] = {}
    for row in rows:
        one, other = sorted((book.canonical_ids[row.player], book.canonical_ids[row.other]))
        _add(pairs, (one, other), Sums(row.matches, row.decided, row.won))
    return pairs


def sum_for_people(
    session: Session, book: Roster, people: Sequence[Person], days: Days
) -> tuple[Sums, list[PlayerSums]]:
    """Return the sums of all seats, and those of some players."""
    everybody = sum_by_player(session, book, days)
    ids = tuple(sorted(id_ for person in people for id_ in person.ids))
    rows = _load_rows(session, book, days, ANY_HOUSE_RULES, ids, SUMS_BY_OTHER_PLAYER, players=ids)
    all_sums = []
    for person in people:
        own_rows = [row for row in rows if row.player in person.ids]
        with_, against = (
            _group_by_canonical(
                book, [row for row in own_rows if row.partners == are], lambda row: row.other
            )
            for are in (True, False)
        )
        all_sums.append(PlayerSums(everybody.people.get(person.id, Sums()), with_, against))
    return everybody.everybody, all_sums


def find_newest_house_rules(
    session: Session, book: Roster, game: str = ""
) -> tuple[int, HouseRules] | None:
    """Return the house rules of the newest finished match, of one game or any, with their key."""
    values = {"scorebook": book.id, "game": game}
    rows = load_cached(
        session,
        ("newest", book.id, book.revision, game),
        lambda: session.execute(NEWEST_HOUSE_RULES, values).all(),
    )
    for row in rows:
        house = read_house(row.game, row.house_rules)
        return house_rules_key(house), house
    return None


def count_tags(session: Session, scorebook_id: int, revision: int) -> Mapping[Tag, int]:
    """Return the number of matches with each tag, without 0; at most MAX_COUNTED_MATCHES."""
    key, where = ("tags", scorebook_id, revision), {"scorebook": scorebook_id}
    rows = load_cached(session, key, lambda: session.execute(_select_counts(), where).all())
    return {Tag(row.tag): row.matches for row in rows if row.matches}


@cache
def _select_counts() -> sa.CompoundSelect[Any]:
    tagged = sa.select(sa.literal(1)).where(of_scorebook(MATCH_TAGS)).limit(MAX_COUNTED_MATCHES)
    counts = {}
    for tag in map(str, Tag):
        matches = tagged.where(MATCH_TAGS.c.tag == tag).subquery()
        counts[tag] = sa.select(sa.func.count()).select_from(matches).scalar_subquery()
    return sa.union_all(
        *(sa.select(sa.literal(tag).label("tag"), counts[tag].label("matches")) for tag in counts)
    )


def add_sums(all_sums: Iterable[Sums]) -> Sums:
    """Add sums up.

    >>> add_sums([Sums(matches=2, won=1), Sums(matches=3)])[:3]
    (5, 0, 1)
    """
    return Sums(*map(sum, zip(Sums(), *all_sums, strict=True)))


def _load_rows(
    session: Session,
    book: Roster,
    days: Days,
    house: int,
    whose: Hashable,
    statement: Any,
    **values: Any,
) -> Sequence[Any]:
    chosen = {"scorebook": book.id, "house": house, **days._asdict(), **values}
    key = whose, book.id, book.revision, days, house
    return load_cached(session, key, lambda: _execute(session, statement, chosen))


def _execute(session: Session, statement: Any, values: Mapping[str, Any]) -> Sequence[Any]:
    """Execute a statement; join results with each other without nested loops on PostgreSQL.

    Its estimates may be outdated, as right after an import. With those of an empty table, it would
    compare each row with each other row of the scorebook.
    """
    is_join = statement is SUMS_BY_PAIR or statement is SUMS_BY_OTHER_PLAYER
    if not is_join or session.get_bind().dialect.name == "sqlite":
        return session.execute(statement, values).all()
    session.execute(_set_nested_loops("off"))
    rows = session.execute(statement, values).all()
    session.execute(_set_nested_loops("on"))
    return rows


def _set_nested_loops(on_or_off: str) -> sa.Select[Any]:
    return sa.select(sa.func.set_config("enable_nestloop", on_or_off, True))


def _read_sums(row: Any) -> Sums:
    """Return the sums at the end of a row; NULL, the sum of no rows, becomes 0."""
    return Sums(*(number or 0 for number in row[-len(Sums._fields) :]))


def _group_by_canonical(
    book: Roster, rows: Iterable[Any], player_of: Callable[[Any], int]
) -> dict[int, Sums]:
    sums_by_player: dict[int, Sums] = {}
    for row in rows:
        _add(sums_by_player, book.canonical_ids[player_of(row)], _read_sums(row))
    return sums_by_player


def _add(totals: dict[Key, Sums], key: Key, sums: Sums) -> None:
    totals[key] = add_sums((totals[key], sums)) if key in totals else sums
