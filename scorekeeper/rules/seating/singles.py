"""Seating of singles: new partners each round, by search or by a complete rotation."""

from collections.abc import Iterable, Sequence
from math import exp
from random import Random

from scorekeeper.rules.seating.event import Event, Seating
from scorekeeper.rules.seating.past import Past, Two, recall

SEATS = 4
STARTS = 4
SWAPS = 6000
FIRST_HEAT = 8.0
"""Rise in cost that is accepted at first with a chance of 1/e; it falls to 0 with the swaps."""
STARTERS: dict[int, tuple[tuple[int | None, ...], ...]] = {
    8: ((5, None, 6, 3), (4, 2, 1, 0)),
    9: ((1, 3, 2, 6), (4, 5, 8, 7)),
    12: ((10, None, 2, 3), (0, 8, 6, 1), (7, 5, 9, 4)),
    13: ((9, 1, 11, 0), (2, 12, 7, 8), (3, 10, 6, 4)),
    16: ((7, 5, 2, 8), (0, 14, 6, 10), (13, 9, 11, 1), (4, 12, 3, None)),
    17: ((14, 12, 6, 15), (8, 4, 13, 11), (7, 2, 3, 0), (9, 5, 10, 16)),
}
"""First rounds of cyclic whist designs by people: seats 0 to 3 of each table; None stays there.

Each further round adds 1 to all numbers, modulo their count; among 9, round (i, j) adds (i, j) to
both digits in base 3, each modulo 3. Then everyone is everyone's partner once and opponent twice.
"""


def seat_singles(event: Event, attempt: int = 0) -> Seating:
    """Return the next seating of singles: four at each table, the others sit out.

    >>> people = tuple(Entrant(number, lot=number) for number in range(1, 11))
    >>> seating = seat_singles(Event("Fri", EventKind.SINGLES, 5, None, people))
    >>> [len(table) for table in seating.tables], seating.sits_out
    ([4, 4], (1, 2))
    """
    if rotation := find_rotation(event, attempt):
        return rotation
    free = event.list_free()
    tables = len(event.list_table_numbers(len(free) // SEATS))
    past = recall(event)
    sits_out = _choose_sitters(event, past, free, len(free) - SEATS * tables)
    people = [number for number in free if number not in sits_out]
    random = Random(f"{event.key}:{event.next_number}:{attempt}")
    return Seating(_search(people, past, random), tuple(sorted(sits_out)))


def find_rotation(event: Event, attempt: int = 0) -> Seating | None:
    """Return a row of the complete rotation that has not been played; None without a rotation.

    It needs rounds enough for almost everyone to be everyone's partner, and that all rounds so far
    were rows of it: the same people, none at an unfinished table.
    """
    free = event.list_free()
    tables = len(event.list_table_numbers(len(free) // SEATS))
    people = sorted(free, key=lambda number: event.by_number[number].lot)
    starter = STARTERS.get(len(people), ())
    if not starter or len(starter) > tables or event.planned_rounds < len(people) - 2:
        return None
    turning = len(people) if len(people) % SEATS else len(people) - 1
    rows = [
        tuple(
            tuple(people[-1 if seat is None else _turn(seat, step, turning)] for seat in table)
            for table in starter
        )
        for step in range(turning)
    ]
    remaining = {_forget_order(row): row for row in rows}
    for played in event.main_rounds:
        if not remaining.pop(_forget_order(table.seats for table in played.tables), None):
            return None
    if not remaining:
        return None
    row = [*remaining.values()][attempt % len(remaining)]
    return Seating(row, tuple(sorted({*free}.difference(*row))))


def _turn(seat: int, step: int, turning: int) -> int:
    """Return who sits in this seat after some steps, by who sits there in the first round."""
    if turning == 9:
        return (seat // 3 + step // 3) % 3 * 3 + (seat + step) % 3
    return (seat + step) % turning


def _forget_order(tables: Iterable[Sequence[int]]) -> frozenset[frozenset[Two]]:
    """Return who plays whom, whatever the order of tables, sides and partners."""
    return frozenset(frozenset({frozenset(seats[::2]), frozenset(seats[1::2])}) for seats in tables)


def _choose_sitters(event: Event, past: Past, free: Sequence[int], count: int) -> list[int]:
    """Return who sits out: who played most; of these, who last sat out longest ago; by lot."""
    order = [
        (
            -past.played[number],
            past.last_sat_out.get(number, 0),
            event.by_number[number].lot,
            number,
        )
        for number in free
    ]
    return [number for *_, number in sorted(order)[:count]]


def _search(people: Sequence[int], past: Past, random: Random) -> tuple[tuple[int, ...], ...]:
    """Return tables of four with the least repetition found, by simulated annealing.

    Partners again cost far more than opponents again, and those more the more often they met.
    """
    partner_costs, opponent_costs = _weigh(people, past)
    size = len(people)

    def weigh_table(first: int) -> int:
        a, b, c, d = order[first : first + SEATS]
        against_a, against_c = opponent_costs[a], opponent_costs[c]
        partners = partner_costs[a][c] + partner_costs[b][d]
        return partners + against_a[b] + against_a[d] + against_c[b] + against_c[d]

    best: tuple[int, list[int]] | None = None
    for _ in range(STARTS):
        order = random.sample(range(size), size)
        costs = [weigh_table(first) for first in range(0, size, SEATS)]
        for swap in range(SWAPS):
            if not any(costs):
                break
            one, other = int(random.random() * size), int(random.random() * size)
            at_one, at_other = one // SEATS, other // SEATS
            before = costs[at_one] + (costs[at_other] if at_one != at_other else 0)
            order[one], order[other] = order[other], order[one]
            new_one, new_other = weigh_table(at_one * SEATS), weigh_table(at_other * SEATS)
            rise = new_one + (new_other if at_one != at_other else 0) - before
            heat = FIRST_HEAT * (1 - swap / SWAPS)
            if rise <= 0 or random.random() < exp(-rise / heat):
                costs[at_one], costs[at_other] = new_one, new_other
            else:
                order[one], order[other] = order[other], order[one]
        if best is None or sum(costs) < best[0]:
            best = sum(costs), order
        if not best[0]:
            break
    seated = [people[place] for place in best[1]] if best else []
    return tuple(tuple(seated[first : first + SEATS]) for first in range(0, size, SEATS))


def _weigh(people: Sequence[int], past: Past) -> tuple[list[list[int]], list[list[int]]]:
    """Return the cost of each two of these people as partners, and as opponents."""
    met = [
        [
            (past.partners[two], past.opponents[two])
            for other in people
            if (two := Two({one, other}))
        ]
        for one in people
    ]
    return (
        [[1000 * partners + 2 * opponents for partners, opponents in row] for row in met],
        [[6 * often * often + 4 * often + 3 * partners for partners, often in row] for row in met],
    )
