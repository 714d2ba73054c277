"""Seating of pairs: a round robin, or a Swiss system in which those of equal wins meet."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations
from random import Random

from scorekeeper.rules.seating.event import Event, Seating
from scorekeeper.rules.seating.past import Past, Two, recall
from scorekeeper.rules.seating.standings import rank

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
