"""Where people sit: the table of an entrant, of a card on a table, and its four chairs."""

from collections.abc import Callable
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


def find_table(event: Event, number: int) -> SeatedTable | None:
    """Return the table with this number that still plays, else that of the latest round."""
    return _find(event, lambda table: table.number == number)


def find_table_of(event: Event, entrant: int) -> SeatedTable | None:
    """Return the table where an entrant still plays, else theirs in the latest round."""
    return _find(event, lambda table: entrant in table.seats)


def find_last_result(event: Event, entrant: int) -> SeatedTable | None:
    """Return the latest table of an entrant that has a result."""
    tables = [
        SeatedTable(seated, table)
        for seated in event.rounds
        for table in seated.tables
        if entrant in table.seats and table.result is not None
    ]
    return max(tables, key=lambda place: place.round.number, default=None)


def _find(event: Event, fits: Callable[[EventTable], bool]) -> SeatedTable | None:
    places = [
        SeatedTable(seated, table)
        for seated in event.rounds
        for table in seated.tables
        if fits(table) and (table.result is None or seated is event.latest)
    ]
    return min(places, key=lambda place: place.table.result is not None, default=None)
