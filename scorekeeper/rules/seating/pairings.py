"""Seating of a round: pairs by round robin or Swiss, singles by search or a complete rotation."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations
from math import exp
from random import Random

from scorekeeper.rules.seating.event import Event, Seating
from scorekeeper.rules.seating.standings import Past, Two, rank, recall

MAX_STEPS = 20_000
"""Steps of the search for pairings without rematches; then rematches are allowed."""
MAX_SEARCHED = 10
"""Pairs among whom the most meetings at once are searched for; more take those at hand."""


def seat_round_robin(event: Event, attempt: int = 0) -> Seating:
    """Return the next seating of a round robin: meetings of free pairs that are still to be played.

    As many as possible at once, then those of the circle. Where tables are lacking, those who have
    played least come first. No tables if such meetings must wait for a pair that still plays. After
    all of them, another round robin begins.

    >>> pairs = tuple(Entrant(number, lot=number) for number in range(1, 6))
    >>> seat_round_robin(Event("Tue", EventKind.ROUND_ROBIN, 5, None, pairs))
    Seating(tables=((2, 5), (3, 4)), sits_out=(1,))
    """
    free, past = event.list_free(), recall(event)
    room = len(event.list_table_numbers(len(free) // 2))
    wanted = {two for two in list_open_meetings(event) if two.issubset(free)}
    circle = sorted({*event.list_present(), *past.played, *past.sat_out})

    def count_played(tables: Iterable[tuple[int, int]]) -> int:
        return sum(past.played[number] for number in chain(*tables))

    choices, orders = [], []
    for row in (*_list_rows(circle), []):
        open_tables = [two for two in row if Two(two) in wanted]
        of_row = sorted(open_tables, key=lambda two: count_played([two]))[:room]
        more = _choose_more(wanted, {*chain(*of_row)}, room - len(of_row))
        choices.append([*of_row, *more])
        orders.append((-len(choices[-1]), -len(of_row), count_played(of_row)))
    best = [tables for tables, order in zip(choices, orders, strict=True) if order == min(orders)]
    return _seat(best[attempt % len(best)], free)


def list_open_meetings(event: Event) -> set[Two]:
    """Return the meetings still to be played before every two who are present have met as often."""
    past = recall(event)
    meetings = [Two(two) for two in combinations(event.list_present(), 2)]
    fewest = min((past.opponents[two] for two in meetings), default=0)
    return {two for two in meetings if past.opponents[two] == fewest}


def seat_swiss(event: Event, attempt: int = 0) -> Seating:
    """Return the next seating of a Swiss system: pairs of equal wins, without rematches.

    In the order of the standings, each meets the next that it has not met. The last of those with
    the fewest byes sits out.

    >>> pairs = tuple(Entrant(number, lot=-number) for number in range(1, 6))
    >>> seat_swiss(Event("Tue", EventKind.SWISS, 5, None, pairs))
    Seating(tables=((5, 4), (3, 2)), sits_out=(1,))
    """
    free, past = event.list_free(), recall(event)
    tables = len(event.list_table_numbers(len(free) // 2))
    rows = [row for row in rank(event) if row.entrant in free]
    if attempt:
        random = Random(f"{event.key}:{event.next_number}:{attempt}")
        random.shuffle(rows)
        rows.sort(key=lambda row: -row.wins)
    order = [row.entrant for row in rows]
    resting = len(order) - 2 * tables
    remaining = [
        [number for number in order if number not in sits_out]
        for sits_out in _choose_byes(order, past, resting)
    ]
    return _seat(pair_up(remaining, past.opponents), free)


def pair_up(
    orders: Sequence[Sequence[int]], met: Counter[Two], last_first: bool = False
) -> list[tuple[int, int]]:
    """Return pairings of the first of these orders that needs the fewest rematches.

    The first of an order is paired with the next that it has not met, or with the last.

    >>> pair_up([[1, 2, 3, 4]], Counter({Two({1, 2}): 1}))
    [(1, 3), (2, 4)]
    >>> pair_up([[1, 2, 3, 4]], Counter(), last_first=True)
    [(1, 4), (2, 3)]
    """
    steps = iter(range(MAX_STEPS))
    for rematches in range(len(orders[0]) // 2 + 1):
        for order in orders:
            pairs = _pair(order, met, rematches, last_first, steps)
            if pairs is not None:
                return pairs
    return _pair_at_once(orders[0], met, last_first)


def _seat(tables: Sequence[tuple[int, int]], free: Sequence[int]) -> Seating:
    seated = {number for two in tables for number in two}
    return Seating(tuple(tables), tuple(number for number in free if number not in seated))


def _list_rows(circle: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield the rounds of the circle method: the first stays, the others move on by one place."""
    ring: list[int | None] = [*circle, None] if len(circle) % 2 else [*circle]
    for _ in ring[1:]:
        half = len(ring) // 2
        facing = zip(ring[:half], reversed(ring[half:]), strict=True)
        yield [(one, other) for one, other in facing if one is not None and other is not None]
        ring[1:] = [ring[-1], *ring[1:-1]]


def _choose_more(wanted: Collection[Two], seated: set[int], room: int) -> list[tuple[int, int]]:
    """Return more meetings of pairs without a table, first of those with most still to play.

    Of few pairs they are as many as possible.
    """
    ahead = Counter(number for two in wanted for number in two)
    meetings = sorted(
        ((min(two), max(two)) for two in wanted if seated.isdisjoint(two)),
        key=lambda two: (-ahead[two[0]] - ahead[two[1]], two),
    )
    if len({*chain(*meetings)}) <= MAX_SEARCHED:
        return _find_most(meetings, room)
    chosen: list[tuple[int, int]] = []
    for two in meetings:
        if len(chosen) < room and {*chain(*chosen)}.isdisjoint(two):
            chosen.append(two)
    return chosen


def _find_most(meetings: Sequence[tuple[int, int]], room: int) -> list[tuple[int, int]]:
    """Return as many of these meetings as can be played at once, the first ones if possible."""
    most = min(room, len({*chain(*meetings)}) // 2)
    if most < 1:
        return []
    first, *others = meetings
    rest = [two for two in others if {*two}.isdisjoint(first)]
    with_first = [first, *_find_most(rest, room - 1)]
    return (
        with_first
        if len(with_first) == most
        else max(with_first, _find_most(others, room), key=len)
    )


def _choose_byes(order: Sequence[int], past: Past, count: int) -> list[set[int]]:
    """Return who may have a bye, best choice first: the last of those with the fewest byes."""
    last_first = [*reversed(order)]
    last_first.sort(key=lambda number: past.sat_out[number])
    if count != 1:
        return [{*last_first[:count]}]
    fewest = past.sat_out[last_first[0]]
    return [{number} for number in last_first if past.sat_out[number] == fewest]


def _pair(
    order: Sequence[int], met: Counter[Two], rematches: int, last_first: bool, steps: Iterator[int]
) -> list[tuple[int, int]] | None:
    """Return pairings with a maximum number of rematches, depth first; None if there are none."""
    if not order:
        return []
    first, *others = order
    for other in reversed(others) if last_first else others:
        again = int(met[Two({first, other})] > 0)
        if again > rematches or next(steps, None) is None:
            continue
        rest = [number for number in others if number != other]
        pairs = _pair(rest, met, rematches - again, last_first, steps)
        if pairs is not None:
            return [(first, other), *pairs]
    return None


def _pair_at_once(
    order: Sequence[int], met: Counter[Two], last_first: bool
) -> list[tuple[int, int]]:
    """Return pairings in which each meets the one it met least often, without going back."""
    remaining, pairs = [*order], []
    while remaining:
        first = remaining.pop(0)
        choices = remaining[::-1] if last_first else remaining
        other = min(choices, key=lambda number: met[Two({first, number})])
        remaining.remove(other)
        pairs.append((first, other))
    return pairs


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
