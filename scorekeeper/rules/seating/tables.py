"""The tables of an event that matter now: those that still play, and those of the latest round."""

from collections.abc import Sequence

from scorekeeper.rules.seating.event import Event, SeatedTable


def find_table(event: Event, number: int, in_round: int | None = None) -> SeatedTable | None:
    """Return the latest table with this number that still plays, else that of the latest round.

    With `in_round`, only the table of that round counts. Table 1 of an earlier round, open again
    since then, doesn't hide that of the latest:

    >>> from scorekeeper.rules.seating.event import EventKind, EventRound, EventTable
    >>> first, second = (EventRound(one, (EventTable(1, (1, 2)),)) for one in (1, 2))
    >>> event = Event("Tue", EventKind.SWISS, 5, None, entrants=(), rounds=(first, second))
    >>> find_table(event, 1).round.number
    2
    """
    places = list_tables_numbered(event, number)
    return _find([place for place in places if in_round in (None, place.round.number)])


def find_table_of(event: Event, entrant: int) -> SeatedTable | None:
    """Return the latest table where an entrant still plays, else theirs in the latest round."""
    return _find([one for one in list_tables_now(event) if entrant in one.table.seats])


def list_tables_numbered(event: Event, number: int) -> list[SeatedTable]:
    """Return the tables with this number that still play, and that of the latest round."""
    return [one for one in list_tables_now(event) if one.table.number == number]


def list_tables_now(event: Event) -> list[SeatedTable]:
    """Return the tables of the latest round and those of earlier ones that still play, by number.

    Table 2 still plays round 1, so round 2 has no table 2:

    >>> from scorekeeper.rules.seating.event import EventKind, EventRound, EventTable
    >>> late, next_one = EventTable(2, (1, 2)), EventTable(1, (3, 4))
    >>> rounds = EventRound(1, (late,)), EventRound(2, (next_one,))
    >>> event = Event("Fri", EventKind.SWISS, 5, None, entrants=(), rounds=rounds)
    >>> [(place.round.number, place.table.number) for place in list_tables_now(event)]
    [(2, 1), (1, 2)]
    """
    return sorted(
        (one for one in event.tables if one.table.result is None or one.round is event.latest),
        key=lambda place: place.table.number,
    )


def _find(places: Sequence[SeatedTable]) -> SeatedTable | None:
    return max(
        places, key=lambda place: (place.table.result is None, place.round.number), default=None
    )
