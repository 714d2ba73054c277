"""The rounds before the playoff: who was whose partner, who met whom, who played and sat out."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, product

from scorekeeper.rules.seating.event import Event

Two = frozenset[int]
"""Two entrants, in no order."""


@dataclass(frozen=True)
class Past:
    """Counts of rounds: as partners, as opponents, at a table, without; the last one without."""

    partners: Counter[Two] = field(default_factory=Counter)
    opponents: Counter[Two] = field(default_factory=Counter)
    played: Counter[int] = field(default_factory=Counter)
    sat_out: Counter[int] = field(default_factory=Counter)
    last_sat_out: dict[int, int] = field(default_factory=dict)


def recall(event: Event) -> Past:
    """Return the past of an event without its playoff; unfinished tables are part of it."""
    past = Past()
    for seated in event.main_rounds:
        for table in seated.tables:
            first, second = table.side(0), table.side(1)
            for side in (first, second):
                past.partners.update(map(frozenset, combinations(side, 2)))
            past.opponents.update(map(frozenset, product(first, second)))
            past.played.update(table.seats)
        past.sat_out.update(seated.rests)
        past.last_sat_out.update(dict.fromkeys(seated.rests, seated.number))
    return past
