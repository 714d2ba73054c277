"""The places of people: the table of an entrant, of a card on a table, and its four chairs."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from scorekeeper.rules.seating.event import Event, EventRound, EventTable


class SeatedTable(NamedTuple):
    """A table and the round for which it was seated."""

    round: EventRound
    table: EventTable


def list_chairs(table: EventTable) -> tuple[tuple[int, int], ...]:
    """Return who sits on chairs 0 to 3: the entrant, and which of the two in a pair.

    >>> list_chairs(EventTable(1, seats=(7, 3)))
    ((7, 0), (3, 0), (7, 1), (3, 1))
    """
    if len(table.seats) == 4:
        return tuple((entrant, 0) for entrant in table.seats)
    return tuple((entrant, person) for person in (0, 1) for entrant in table.seats)


def find_table(event: Event, number: int, in_round: int | None = None) -> SeatedTable | None:
    """Return the latest table with this number that still plays, else that of the latest round.

    With `in_round`, only the table of that round counts. Table 1 of an earlier round, open again
    since then, doesn't hide that of the latest:

    >>> from scorekeeper.rules.seating.event import EventKind
    >>> first, second = (EventRound(one, (EventTable(1, (1, 2)),)) for one in (1, 2))
    >>> event = Event("Tue", EventKind.SWISS, 5, None, entrants=(), rounds=(first, second))
    >>> find_table(event, 1).round.number
    2
    """
    places = list_tables_numbered(event, number)
    return _find([place for place in places if in_round in (None, place.round.number)])


def find_table_of(event: Event, entrant: int) -> SeatedTable | None:
    """Return the latest table where an entrant still plays, else theirs in the latest round."""
    return _find(_list(event, lambda table: entrant in table.seats))


def list_tables_numbered(event: Event, number: int) -> list[SeatedTable]:
    """Return the tables with this number that still play, and that of the latest round."""
    return _list(event, lambda table: table.number == number)


def list_tables_now(event: Event) -> list[SeatedTable]:
    """Return the tables of the latest round and those of earlier ones that still play, by number.

    Table 2 still plays round 1, so round 2 has no table 2:

    >>> from scorekeeper.rules.seating.event import EventKind
    >>> late, next_one = EventTable(2, (1, 2)), EventTable(1, (3, 4))
    >>> rounds = EventRound(1, (late,)), EventRound(2, (next_one,))
    >>> event = Event("Fri", EventKind.SWISS, 5, None, entrants=(), rounds=rounds)
    >>> [(place.round.number, place.table.number) for place in list_tables_now(event)]
    [(2, 1), (1, 2)]
    """
    return sorted(_list(event, lambda _table: True), key=lambda place: place.table.number)


def _find(places: Sequence[SeatedTable]) -> SeatedTable | None:
    return max(
        places, key=lambda place: (place.table.result is None, place.round.number), default=None
    )


def _list(event: Event, fits: Callable[[EventTable], bool]) -> list[SeatedTable]:
    return [
        SeatedTable(seated, table)
        for seated in event.rounds
        for table in seated.tables
        if fits(table) and (table.result is None or seated is event.latest)
    ]
