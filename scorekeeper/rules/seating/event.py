"""An event: entrants, rounds, tables and their results, as its organiser sees them.

An entrant is a number: of a person (singles) or of two people who always play together (pairs).
Each change of an event is a function that returns another one.

>>> event = Event(
...     key="Fri", kind=EventKind.SINGLES, planned_rounds=5, max_tables=None,
...     entrants=tuple(Entrant(number, lot=number) for number in range(1, 7)),
...     rounds=(EventRound(1, tables=(EventTable(1, seats=(1, 2, 3, 4)),), sits_out=(5, 6)),),
... )
>>> event.next_number, event.list_free(), event.list_unfinished()[0].side(0)
(2, [5, 6], (1, 3))
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from itertools import count, islice
from typing import Any, NamedTuple, Self

from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.match.outcome import find_end

GAME = "partnership"
"""Key of the game of all events: four seats, two sides."""
MAX_ROUNDS = 40
MAX_TABLES = 30
MAX_PEOPLE = 120
"""As many as MAX_TABLES have room for."""
MIN_DRAWN = 4
"""Pairs that an elimination needs."""
MAX_TABLE_POINTS = 9999
"""Greatest number of points that can be typed, and the least below zero."""
MAX_TABLE_NUMBER = 120
"""Highest number of a table: tables of earlier rounds that play on keep theirs."""

Place = tuple[int, int]
"""A round and the number of a table in it."""


class EventKind(StrEnum):
    """Singles change partners each round; pairs meet every other pair, or those of equal wins."""

    SINGLES = "singles"
    ROUND_ROBIN = "round robin"
    SWISS = "swiss"


class EventWay(StrEnum):
    """The way an event is held: in rounds, then perhaps a playoff; or as a playoff of all pairs.

    An event without one was made before 0.20 and is counted as before.
    """

    ROUNDS = "rounds"
    ELIMINATION = "elimination"


class TableEnding(StrEnum):
    """The way a table came to its result; an unfinished match that counts was played."""

    PLAYED = "played"
    WALKOVER = "walkover"
    NONE = "none"


@dataclass(frozen=True)
class TableResult:
    """The result of a table: points of sides 0 and 1, and the winning side (None: no winner).

    A walkover has a winner without points; an abandoned table has neither.
    """

    ending: TableEnding
    points: tuple[int, int] | None
    winner: int | None

    @classmethod
    def of_points(cls, first: int, second: int) -> Self:
        """Return the result with these points; equal points are a tie.

        >>> TableResult.of_points(312, 250).wins
        (1.0, 0.0)
        """
        winner = None if first == second else int(second > first)
        return cls(TableEnding.PLAYED, (first, second), winner)

    @classmethod
    def walkover(cls, winner: int) -> Self:
        """Return the result of a side that wins because the other cannot play."""
        return cls(TableEnding.WALKOVER, None, winner)

    @classmethod
    def none(cls) -> Self:
        """Return the result of a table that was abandoned: half a win for each side.

        >>> TableResult.none().wins
        (0.5, 0.5)
        """
        return cls(TableEnding.NONE, None, None)

    @property
    def wins(self) -> tuple[float, float]:
        """Wins of sides 0 and 1: 1 and 0, or half each without a winner."""
        if self.winner is None:
            return 0.5, 0.5
        return float(self.winner == 0), float(self.winner == 1)


@dataclass(frozen=True)
class EventTable:
    """A table of a round, with its number (from 1) and the entrants on its seats.

    Seats 0 and 2 play seats 1 and 3. Two pairs have two seats: side 0 and side 1. A result that an
    organiser `typed` wins over that of the match, which was `played`; when it was typed is unknown
    if it came from a file.
    """

    number: int
    seats: tuple[int, ...]
    typed: TableResult | None = None
    typed_at: datetime | None = None
    played: TableResult | None = None

    @property
    def result(self) -> TableResult | None:
        """The result that counts; None while the table plays.

        >>> match = TableResult.of_points(312, 250)
        >>> EventTable(1, (1, 2), typed=TableResult.none(), played=match).result.ending.value
        'none'
        """
        return self.played if self.typed is None else self.typed

    def side(self, side: int) -> tuple[int, ...]:
        return self.seats[side::2]

    def side_of(self, entrant: int) -> int:
        return self.seats.index(entrant) % 2


@dataclass(frozen=True)
class EventRound:
    """A round (from 1): its tables, and entrants who sit out; `lives` 1 or 2 in the playoff.

    Who still played at a table of an earlier round `misses` it. Without house rules of its own it
    has those of the event. Its minutes count from its `clock`; in a round of an earlier version
    without one, from its start.
    """

    number: int
    tables: tuple[EventTable, ...]
    sits_out: tuple[int, ...] = ()
    lives: int | None = None
    house: HouseRules | None = None
    started: datetime | None = None
    clock: datetime | None = None
    misses: tuple[int, ...] = ()

    @property
    def rests(self) -> tuple[int, ...]:
        """The entrants without a table: who sits out, and who misses the round."""
        return (*self.sits_out, *self.misses)

    def has_two_results(self, table: EventTable) -> bool:
        """Whether the result that was typed for a table differs from that of its match.

        In the playoff, a table that was given no result is played again.
        """
        if table.typed == TableResult.none() and self.lives is not None:
            return False
        return None not in (table.typed, table.played) and table.typed != table.played


@dataclass(frozen=True)
class Entrant:
    """An entrant; the lot decides where an order is needed and nothing else does (lowest first).

    `seed` is the place in the playoff; two people with one seed are a pair of it.
    """

    number: int
    lot: int
    is_present: bool = True
    seed: int | None = None


class SeatedTable(NamedTuple):
    """A table and the round for which it was seated."""

    round: EventRound
    table: EventTable

    @property
    def place(self) -> Place:
        return self.round.number, self.table.number


class Seating(NamedTuple):
    """A round that can be played: seats of each table, and entrants who sit out."""

    tables: tuple[tuple[int, ...], ...]
    sits_out: tuple[int, ...]


@dataclass(frozen=True)
class Event:
    """A club evening: everything that is stored of it, the rounds by number.

    `key` is the root of all its lots. `at_end` has the results that it ended with; None: it goes
    on, or was ended by a version that did not store them.
    """

    key: str
    kind: EventKind
    planned_rounds: int
    max_tables: int | None
    entrants: tuple[Entrant, ...]
    rounds: tuple[EventRound, ...] = ()
    house: HouseRules = field(default_factory=HouseRules)
    at_end: Mapping[Place, TableResult] | None = None
    way: EventWay | None = None

    @property
    def is_pairs(self) -> bool:
        """Whether each entrant is two people."""
        return self.kind is not EventKind.SINGLES

    @property
    def is_elimination(self) -> bool:
        """Whether its first round is that of a playoff, in which all play who are here."""
        return self.way is EventWay.ELIMINATION

    @property
    def is_drawn(self) -> bool:
        """Whether an elimination has begun, so that nobody can join any more."""
        return self.is_elimination and bool(self.rounds)

    @property
    def seats_per_table(self) -> int:
        """Entrants at a table: 2 pairs or 4 people."""
        return 2 if self.is_pairs else 4

    @property
    def fewest(self) -> int:
        """The fewest entrants with whom a round can begin."""
        return MIN_DRAWN if self.is_elimination else self.seats_per_table

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        return {entrant.number: entrant for entrant in self.entrants}

    @property
    def tables(self) -> list[SeatedTable]:
        return [SeatedTable(seated, table) for seated in self.rounds for table in seated.tables]

    @property
    def typed(self) -> dict[Place, TableResult]:
        """The results that were typed, by round and table."""
        return {one.place: one.table.typed for one in self.tables if one.table.typed}

    @property
    def results(self) -> dict[Place, TableResult]:
        """The results that count, by round and table."""
        return {one.place: one.table.result for one in self.tables if one.table.result}

    @property
    def places(self) -> set[Place]:
        """All tables, each as its round and its number."""
        return {one.place for one in self.tables}

    @property
    def latest(self) -> EventRound | None:
        """The round seated last, or None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def next_number(self) -> int:
        return self.latest.number + 1 if self.latest else 1

    @property
    def lives(self) -> int | None:
        """Losses that put a pair out of the playoff; None before it."""
        return self.latest.lives if self.latest else None

    @property
    def main_rounds(self) -> list[EventRound]:
        """The rounds before the playoff."""
        return [seated for seated in self.rounds if seated.lives is None]

    @property
    def ranked_rounds(self) -> list[EventRound]:
        """The rounds whose wins and points are counted: those before the playoff, or it is all."""
        return [*self.rounds] if self.is_elimination else self.main_rounds

    @property
    def playoff_rounds(self) -> list[EventRound]:
        return [seated for seated in self.rounds if seated.lives is not None]

    def list_present(self) -> list[int]:
        """Return the entrants who are here, by number."""
        return sorted(entrant.number for entrant in self.entrants if entrant.is_present)

    def list_unfinished(self) -> list[EventTable]:
        """Return the tables without a result, of any round."""
        return [one.table for one in self.tables if one.table.result is None]

    def list_busy(self) -> set[int]:
        """Return the entrants at a table without a result."""
        return {entrant for table in self.list_unfinished() for entrant in table.seats}

    def list_missing(self) -> list[int]:
        """Return the entrants who miss the next round if it is seated now, by number."""
        busy = self.list_busy()
        return [number for number in self.list_present() if number in busy]

    def list_free(self) -> list[int]:
        """Return the entrants who can be seated now, by number: present, at no unfinished table."""
        busy = self.list_busy()
        return [number for number in self.list_present() if number not in busy]

    def list_table_numbers(self, wanted: int) -> list[int]:
        """Return the lowest numbers of tables where nobody plays: as many as wanted and as fit.

        The tables of the next round get these numbers, so that a table that goes on keeps its own.

        >>> playing = EventRound(1, (EventTable(2, (1, 2, 3, 4)),))
        >>> event = Event("Fri", EventKind.SINGLES, 5, 3, (), (playing,))
        >>> event.list_table_numbers(1), event.list_table_numbers(15)
        ([1], [1, 3])
        """
        taken = {table.number for table in self.list_unfinished()}
        room = wanted if self.max_tables is None else self.max_tables - len(taken)
        numbers = (number for number in count(1) if number not in taken)
        return [*islice(numbers, max(min(room, wanted), 0))]

    def find_house(self, number: int) -> HouseRules:
        return next((one.house for one in self.rounds if one.number == number), None) or self.house

    def find_clock(self, seated: EventRound) -> datetime | None:
        """Return the moment from which the minutes of a round count; None if they don't."""
        return seated.clock or (seated.started if self.find_house(seated.number).minutes else None)

    def find_end(self, seated: EventRound) -> datetime | None:
        """Return when the time of a round is up; None without a limit of minutes."""
        return find_end(self.find_house(seated.number), self.find_clock(seated))


def with_tables(event: Event, changes: Mapping[Place, Mapping[str, Any]]) -> Event:
    """Return the event with other fields of some tables.

    >>> seated = EventRound(1, (EventTable(1, (1, 2)),))
    >>> event = Event("Fri", EventKind.SWISS, 5, None, (), (seated,))
    >>> with_tables(event, {(1, 1): {"typed": TableResult.of_points(312, 250)}}).typed[1, 1].points
    (312, 250)
    """
    rounds = [
        replace(
            seated,
            tables=tuple(
                replace(table, **changes.get((seated.number, table.number), {}))
                for table in seated.tables
            ),
        )
        for seated in event.rounds
    ]
    return replace(event, rounds=tuple(rounds))


def with_entrant(event: Event, number: int, **changes: Any) -> Event:
    """Return the event with other fields of an entrant."""
    entrants = [replace(one, **changes) if one.number == number else one for one in event.entrants]
    return replace(event, entrants=tuple(entrants))


def list_chairs(table: EventTable) -> tuple[tuple[int, int], ...]:
    """Return who sits on chairs 0 to 3: the entrant, and which of the two in a pair.

    >>> list_chairs(EventTable(1, seats=(7, 3)))
    ((7, 0), (3, 0), (7, 1), (3, 1))
    """
    if len(table.seats) == 4:
        return tuple((entrant, 0) for entrant in table.seats)
    return tuple((entrant, person) for person in (0, 1) for entrant in table.seats)
