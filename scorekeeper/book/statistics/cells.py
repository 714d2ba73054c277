"""Which sums a finished match is a part of, and adding many matches up at once."""

import hashlib
import json
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import groupby, product
from typing import Any, NamedTuple, TypeVar

from scorekeeper import rules
from scorekeeper.rules.figures import Sums

NAMES = Sums._fields
"""The columns that are added up."""
_SUMS = operator.itemgetter(*NAMES)
ALL_TIME = 0
SEASON = 1
ANY_HOUSE = 0
EVERYBODY = 0
OF_MATCH = frozenset({"matches", "decided", "hands", "minutes"})
"""What is a match's own, and not a player's."""


class Relation(IntEnum):
    """Whose sums these are: a player's own, with a partner, against an opponent, the table's.

    What is the table's is counted once a match, not once a seat.
    """

    OWN = 0
    PARTNER = 1
    OPPONENT = 2
    TABLE = 3


class Cell(NamedTuple):
    """The key of a sum; see models.Total."""

    period: int
    house: int
    relation: int
    player: int
    other: int


Added = dict[Cell, Sequence[int]]
Time = tuple[int, bool]
"""A month or a year, and whether it is the part of it that lies in the season."""
Parts = dict[tuple[Time, Cell], Sequence[int]]
"""Sums of months or years by house rules: all other sums are made of them."""
Key = TypeVar("Key")


def key_of(house: rules.HouseRules) -> int:
    """Return the key of house rules: the same for the same rules of the same game, never 0."""
    return house_key(house.game.key, json.dumps(house.differences(), sort_keys=True))


@lru_cache(maxsize=200)
def house_key(game: str, differences: str) -> int:
    """Return the key of house rules as they are written."""
    digest = hashlib.sha256(f"{game} {differences}".encode()).digest()
    return int.from_bytes(digest[:7]) + 1


def add_up(rows: Iterable[Any], season: int | None) -> Added:
    """Add up the rows of matches, seat by seat, those of one match together."""
    return spread(by_month(rows, season), periods_of)


def by_month(rows: Iterable[Any], season: int | None) -> Parts:
    """Add up the rows of matches by month and house rules."""
    found: Parts = {}
    for _, seats in groupby(rows, key=operator.itemgetter("match_id")):
        for month, cell, sums in _parts(list(seats), season):
            add(found, (month, cell), sums)
    return found


def spread(parts: Parts, periods_of: Callable[[Time], Iterable[int]]) -> Added:
    """Add parts up to the periods they are in, and house rules to any."""
    added: Added = {}
    for (time, (_, house, *whose)), sums in parts.items():
        for period, of_house in product(periods_of(time), {ANY_HOUSE, house}):
            add(added, Cell(period, of_house, *whose), sums)
    return added


def add(found: dict[Key, Sequence[int]], key: Key, sums: Sequence[int]) -> None:
    """Add to the sums of a key, or begin them."""
    present = found.get(key)
    found[key] = sums if present is None else [*map(operator.add, present, sums)]


def year_of(month: Time) -> Time:
    """Return the year of a month, and whether it is the part of it that lies in the season.

    >>> year_of((202611, True))
    (2026, True)
    """
    number, in_season = month
    return number // 100, in_season


def periods_of(month: Time) -> tuple[int, ...]:
    """Return the periods that a month is in.

    >>> periods_of((202611, True))
    (202611, 0, 2026, 1)
    """
    return month[0], *periods_of_year(year_of(month))


def periods_of_year(year: Time) -> tuple[int, ...]:
    """Return the periods that a year is in.

    >>> periods_of_year((2026, False))
    (0, 2026)
    """
    number, in_season = year
    return (ALL_TIME, number, SEASON) if in_season else (ALL_TIME, number)


def _parts(
    seats: Sequence[Any], season: int | None
) -> Iterator[tuple[Time, Cell, tuple[int, ...]]]:
    """Yield what one match adds to the sums of its month."""
    first = seats[0]
    month = first["day"] // 100, season is not None and first["day"] >= season
    house = first["house"]
    table = tuple([first[name] if name in OF_MATCH else 0 for name in NAMES])
    yield month, Cell(0, house, Relation.TABLE, EVERYBODY, EVERYBODY), table
    for one in seats:
        player, side = one["player_id"], one["side"]
        sums = _SUMS(one)
        yield month, Cell(0, house, Relation.OWN, EVERYBODY, EVERYBODY), sums
        if player is None:
            continue
        yield month, Cell(0, house, Relation.OWN, player, EVERYBODY), sums
        for other in seats:
            whom = other["player_id"]
            if whom is None or other is one:
                continue
            if other["side"] == side:
                yield month, Cell(0, house, Relation.PARTNER, player, whom), sums
            else:
                # Two opponents under some house rules alone are asked for by nobody.
                yield month, Cell(0, ANY_HOUSE, Relation.OPPONENT, player, whom), sums
