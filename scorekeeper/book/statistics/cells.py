"""Which sums a finished match is a part of, and adding many matches up at once."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from functools import lru_cache
from itertools import groupby, product
from typing import Any, NamedTuple

from scorekeeper import rules
from scorekeeper.rules.figures import Sums

NAMES = Sums._fields
"""The columns that are added up."""
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


Added = dict[Cell, list[int]]
Month = tuple[int, bool]
"""A month, and whether it is the part of it that lies in the season."""


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
    return spread(by_month(rows, season))


def by_month(rows: Iterable[Any], season: int | None) -> dict[tuple[Month, Cell], list[int]]:
    """Add up the rows of matches by month and house rules, which are all other sums' parts."""
    found: dict[tuple[Month, Cell], list[int]] = {}
    for _, seats in groupby(rows, key=lambda row: row["match_id"]):
        for month, cell, sums in _parts(list(seats), season):
            present = found.get((month, cell))
            if present is None:
                found[month, cell] = list(sums)
            else:
                found[month, cell] = [a + b for a, b in zip(present, sums, strict=True)]
    return found


def spread(months: Mapping[tuple[Month, Cell], list[int]]) -> Added:
    """Add months up to all the periods they are in, and house rules to any."""
    added: Added = defaultdict(lambda: [0] * len(NAMES))
    for (month, cell), sums in months.items():
        # Two opponents under some house rules alone are asked for by nobody.
        houses = {ANY_HOUSE} if cell.relation == Relation.OPPONENT else {ANY_HOUSE, cell.house}
        for period, house in product(periods_of(month), houses):
            whole = added[cell._replace(period=period, house=house)]
            whole[:] = [a + b for a, b in zip(whole, sums, strict=True)]
    return added


def periods_of(month: Month) -> tuple[int, ...]:
    """Return the periods that a month is in.

    >>> periods_of((202611, True))
    (0, 2026, 202611, 1)
    """
    number, in_season = month
    periods = (ALL_TIME, number // 100, number)
    return (*periods, SEASON) if in_season else periods


def _parts(seats: list[Any], season: int | None) -> Iterator[tuple[Month, Cell, tuple[int, ...]]]:
    """Yield what one match adds to the sums of its month."""
    first = seats[0]
    month = first["day"] // 100, season is not None and first["day"] >= season
    house = first["house"]
    table = tuple([first[name] if name in OF_MATCH else 0 for name in NAMES])
    yield month, Cell(0, house, Relation.TABLE, EVERYBODY, EVERYBODY), table
    for one in seats:
        player, side = one["player_id"], one["side"]
        sums = tuple([one[name] for name in NAMES])
        yield month, Cell(0, house, Relation.OWN, EVERYBODY, EVERYBODY), sums
        if player is None:
            continue
        yield month, Cell(0, house, Relation.OWN, player, EVERYBODY), sums
        for other in seats:
            whom = other["player_id"]
            if whom is not None and other is not one:
                relation = Relation.PARTNER if other["side"] == side else Relation.OPPONENT
                yield month, Cell(0, house, relation, player, whom), sums
