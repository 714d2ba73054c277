"""The next round of an event: its seating, changes by hand, its clock, and what is not avoided.

>>> people = tuple(Entrant(number, lot=number) for number in range(1, 6))
>>> event = Event("Fri", EventKind.SINGLES, 5, None, people)
>>> seating = seat_next_round(event)
>>> sorted(seating.tables[0]), seating.sits_out
([2, 3, 4, 5], (1,))
>>> swap(seating, 1, 5).sits_out
(5,)
>>> check_seating(event, swap(seating, 1, 5))
>>> event = with_round(event, seating)
>>> event.next_number, event.list_free()
(2, [1])
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from itertools import chain, combinations, product
from math import ceil, comb
from typing import NamedTuple

from scorekeeper.rules.errors import SeatingError
from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.seating.bracket import plan_playoff, seat_playoff, with_seeds
from scorekeeper.rules.seating.event import (
    MAX_ROUNDS,
    Entrant,
    Event,
    EventKind,
    EventRound,
    EventTable,
    Seating,
    TableResult,
)
from scorekeeper.rules.seating.pairings import (
    list_open_meetings,
    seat_round_robin,
    seat_singles,
    seat_swiss,
)
from scorekeeper.rules.seating.standings import Two, recall

SEATINGS = {
    EventKind.SINGLES: seat_singles,
    EventKind.ROUND_ROBIN: seat_round_robin,
    EventKind.SWISS: seat_swiss,
}


class RepeatKind(StrEnum):
    """Partners who were partners before, opponents who met twice before, pairs that met before."""

    PARTNERS = "partners again"
    OPPONENTS = "opponents again"
    REMATCH = "rematch"


class Obstacle(StrEnum):
    """The reason why nobody can be seated now, with tables that still play or without."""

    FEW = "too few free"
    MET = "all free pairs have met"
    NO_TABLE = "no table"
    WAITING = "no playoff match yet"


class Repeat(NamedTuple):
    """Two entrants at a table (by its index), and in how many rounds that was so before."""

    kind: RepeatKind
    table: int
    entrants: tuple[int, int]
    rounds: int


def seat_next_round(event: Event, attempt: int = 0, lives: int | None = None) -> Seating:
    """Return the seating of the next round; another attempt may give another.

    With `lives` it belongs to the playoff, as do all rounds after one of the playoff. No tables:
    nobody can play now, or an elimination is not drawn.
    """
    lives = lives or event.lives
    if event.is_elimination and not lives:
        return Seating((), ())
    return seat_playoff(event, lives) if lives else SEATINGS[event.kind](event, attempt)


def has_rounds_left(event: Event) -> bool:
    """Whether there are rounds left before the playoff: planned ones, or a round robin's meetings.

    >>> pairs = tuple(Entrant(number, lot=number) for number in range(1, 5))
    >>> event = with_round(Event("Tue", EventKind.ROUND_ROBIN, 1, None, pairs), Seating((), ()))
    >>> has_rounds_left(event), has_rounds_left(with_round(event, Seating(((1, 2),), ())))
    (False, True)
    """
    if event.lives or event.next_number > MAX_ROUNDS:
        return False
    if event.next_number <= event.planned_rounds:
        return True
    meetings = comb(len(event.list_present()), 2)
    return event.kind is EventKind.ROUND_ROBIN and len(list_open_meetings(event)) < meetings


@lru_cache(maxsize=100)
def count_rounds(pairs: int, tables: int) -> int:
    """Return the rounds that a round robin takes at these tables if nobody comes or leaves.

    Where tables are lacking, it may take more than the meetings need at the least; so it is played.

    >>> [count_rounds(pairs, tables) for pairs, tables in ((6, 3), (7, 3), (8, 3), (15, 6))]
    [5, 7, 10, 19]
    """
    least = ceil(comb(pairs, 2) / tables)
    if tables >= pairs // 2 or least > MAX_ROUNDS:
        return least
    entrants = tuple(Entrant(number, lot=number) for number in range(pairs))
    event = Event("", EventKind.ROUND_ROBIN, least, tables, entrants)
    while sum(len(seated.tables) for seated in event.rounds) < comb(pairs, 2):
        event = with_round(event, seat_round_robin(event), result=TableResult.none())
    return len(event.rounds)


def find_obstacle(event: Event) -> Obstacle | None:
    """Return why nobody can be seated now, without a search for the best seating; None: some can.

    >>> find_obstacle(Event("Fri", EventKind.SINGLES, 5, None, ())).value
    'too few free'
    """
    free = event.list_free()
    if event.lives:
        if not plan_playoff(event, event.lives).pairings:
            return Obstacle.WAITING
    elif len(free) < event.fewest:
        return Obstacle.FEW
    elif event.kind is EventKind.ROUND_ROBIN and not any(
        two.issubset(free) for two in list_open_meetings(event)
    ):
        return Obstacle.MET
    return None if event.list_table_numbers(1) else Obstacle.NO_TABLE


def list_repeats(event: Event, seating: Seating) -> list[Repeat]:
    """Return what a seating before the playoff repeats, worst kinds first at each table.

    >>> event = Event("Fri", EventKind.SINGLES, 5, None, ())
    >>> event = with_round(event, Seating(((1, 2, 3, 4),), ()))
    >>> [str(again.kind) for again in list_repeats(event, Seating(((3, 2, 1, 5),), ()))]
    ['partners again']
    """
    past = recall(event)
    kind, many = (RepeatKind.REMATCH, 1) if event.is_pairs else (RepeatKind.OPPONENTS, 2)
    repeats = []
    for index, seats in enumerate(seating.tables):
        first, second = seats[::2], seats[1::2]
        repeats += [
            Repeat(RepeatKind.PARTNERS, index, two, rounds)
            for two in chain(combinations(first, 2), combinations(second, 2))
            if (rounds := past.partners[Two(two)])
        ]
        repeats += [
            Repeat(kind, index, two, rounds)
            for two in product(first, second)
            if (rounds := past.opponents[Two(two)]) >= many
        ]
    return repeats


def swap(seating: Seating, one: int, other: int) -> Seating:
    """Return the seating in which two entrants changed places, at tables or sitting out."""
    change = _exchanger(one, other)
    return Seating(tuple(map(change, seating.tables)), change(seating.sits_out))


def check_seating(event: Event, seating: Seating, lives: int | None = None) -> None:
    """Raise SeatingError unless this seating can be started: all free entrants, each once.

    The playoff has only the tables of its bracket.
    """
    lives = lives or event.lives
    if not seating.tables or (event.is_elimination and not lives):
        raise SeatingError("nobody to seat")
    if lives:
        planned = seat_playoff(event, lives)
        is_planned = _sort_tables(seating) == _sort_tables(planned)
        if not is_planned or sorted(seating.sits_out) != sorted(planned.sits_out):
            raise SeatingError("playoff tables are fixed")
        return
    seats = Counter([*chain(*seating.tables), *seating.sits_out])
    is_full = all(len(table) == event.seats_per_table for table in seating.tables)
    if not is_full or seats != Counter(event.list_free()):
        raise SeatingError("not seated once each")
    if len(event.list_table_numbers(len(seating.tables))) < len(seating.tables):
        raise SeatingError("too many tables", tables=event.max_tables)


def with_round(
    event: Event,
    seating: Seating,
    lives: int | None = None,
    result: TableResult | None = None,
    house: HouseRules | None = None,
    started: datetime | None = None,
    clock: datetime | None = None,
) -> Event:
    """Return the event with its next round seated so, at tables where nobody plays.

    Who still plays misses it.
    """
    numbers = event.list_table_numbers(len(seating.tables))
    tables = [
        EventTable(number, seats, result)
        for number, seats in zip(numbers, seating.tables, strict=True)
    ]
    lives = lives or event.lives
    misses = event.list_missing() if event.way and not lives else ()
    place = event.next_number, tuple(tables), tuple(sorted(seating.sits_out)), lives
    seated = EventRound(*place, house, started, clock, tuple(misses))
    return replace(event, rounds=(*event.rounds, seated))


def with_clock(event: Event, clock: datetime) -> Event:
    """Return the event with another clock of its latest round."""
    *others, latest = event.rounds
    return replace(event, rounds=(*others, replace(latest, clock=clock)))


def exchange(event: Event, number: int, one: int, other: int) -> Event:
    """Return the event after two entrants changed places in a round, at tables or without one."""
    change = _exchanger(one, other)
    rounds = [
        replace(
            seated,
            tables=tuple(replace(table, seats=change(table.seats)) for table in seated.tables),
            sits_out=change(seated.sits_out),
            misses=change(seated.misses),
        )
        if seated.number == number
        else seated
        for seated in event.rounds
    ]
    return replace(event, rounds=tuple(rounds))


def without_round(event: Event, stays: Collection[int] = ()) -> Event:
    """Return the event without its latest round, or only with those of its tables that stay.

    Then all others miss it, as those who stay miss the round that is seated for the others. Without
    its first round the playoff has no seeds.

    >>> event = Event("Fri", EventKind.SWISS, 5, None, ())
    >>> event = with_round(event, Seating(((1, 2), (3, 4)), (5,)))
    >>> latest = without_round(event, stays=[2]).latest
    >>> [table.number for table in latest.tables], latest.sits_out
    ([2], ())
    """
    latest = event.latest
    others = tuple(seated for seated in event.rounds if seated is not latest)
    if latest and stays:
        tables = tuple(table for table in latest.tables if table.number in stays)
        everyone = {*latest.rests, *chain(*(table.seats for table in latest.tables))}
        others_of_round = everyone.difference(*(table.seats for table in tables))
        misses = tuple(sorted(others_of_round)) if event.way and not latest.lives else ()
        others += (replace(latest, tables=tables, sits_out=(), misses=misses),)
    elif event.playoff_rounds == [latest]:
        event = with_seeds(event, {})
    return replace(event, rounds=others)


def _exchanger(one: int, other: int) -> Callable[[Iterable[int]], tuple[int, ...]]:
    changed = {one: other, other: one}
    return lambda numbers: tuple(changed.get(number, number) for number in numbers)


def _sort_tables(seating: Seating) -> list[set[frozenset[int]]]:
    tables = [{frozenset(seats[::2]), frozenset(seats[1::2])} for seats in seating.tables]
    return sorted(tables, key=lambda sides: min(chain(*sides), default=0))


SEATING_TIME = timedelta(minutes=3)
"""Time between the start of a round and that of its clock: people have to sit down."""
EXTENSION = timedelta(minutes=5)


class ClockChange(StrEnum):
    """A change of the clock of a round by an organiser."""

    START = "start"
    EXTEND = "extend"
    STOP = "stop"


def change_clock(
    change: ClockChange, clock: datetime, ends: datetime, moment: datetime
) -> datetime:
    """Return the clock after a change at a moment; one that has begun is not started again.

    >>> begun, ends = datetime(2026, 11, 20, 20, 9), datetime(2026, 11, 20, 20, 34)
    >>> moment = datetime(2026, 11, 20, 20, 30)
    >>> for change in ClockChange:
    ...     print(change_clock(change, begun, ends, moment).time())
    20:09:00
    20:14:00
    20:05:00
    """
    length = ends - clock
    if change is ClockChange.START:
        return min(clock, moment)
    if change is ClockChange.EXTEND:
        return max(ends, moment) + EXTENSION - length
    return min(ends, moment) - length
