"""The needs and aims of the sides: the outlook of a hand in a few sentences that cover it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import reduce
from itertools import combinations, groupby, product
from operator import and_
from typing import NamedTuple

from scorekeeper.rules.outlook.distributions import Happening, Prospect, View

Prospects = int
"""A set of prospects of a view: bit n is the prospect at place n."""
Scale = Mapping[int, Prospects]
"""The prospects by a number that each has, the lowest first."""


class NilTakes(NamedTuple):
    """The tricks that a nil bidder takes, `least` to `most`; None means no limit."""

    seat: int
    least: int | None
    most: int | None

    @property
    def is_result(self) -> bool:
        """Whether the nil is just made, or just broken."""
        return (self.least, self.most) in ((None, 0), (1, None))


Conditions = dict[tuple[NilTakes, ...], Prospects]
"""The tricks that nil bidders take, and the prospects in which they take them."""


class Need(NamedTuple):
    """A result for a side that takes `least` to `most` tricks; None means no limit.

    Tricks are those of `Prospect.own`, including those already taken; with `beside` also those
    of the nil bidder in that seat. `if_set` means instead: if the side is set. It holds if the
    `nils` take that many; `possible` means that the result depends on how the others share their
    tricks. `away` is the distance from the contract in tricks.
    """

    side: int
    kind: Happening
    least: int | None
    most: int | None
    nils: tuple[NilTakes, ...] = ()
    beside: int | None = None
    if_set: bool = False
    possible: bool = False
    away: int = 0


def condense(views: Sequence[View]) -> tuple[Need, ...]:
    """Return an outlook as a few needs: the most important first, then the nearest.

    Results that need a sweep are left out before the first trick. A set contract is included only
    if it cannot be avoided any more.

    >>> house = HouseRules.of("partnership")
    >>> views = look_ahead(house, [Bid(3)] * 4, [Standing(420, 2), Standing(-140, 8)])
    >>> for need in condense(views):
    ...     print(need.side, need.kind, need.least, need.most, need.if_set)
    0 wins 8 None False
    1 loses None None True
    1 bag penalty 8 None False
    """
    order = list(Happening)

    def rank(need: Need) -> tuple[int, ...]:
        return order.index(need.kind), need.possible, len(need.nils), need.away, need.side

    return tuple(sorted([need for view in views for need in _needs(view)], key=rank))


def find_nearest(needs: Sequence[Need]) -> Need | None:
    """Return the need nearest to the contracts that is certain and depends on no nil, if any."""
    candidates = [
        one for one in needs if not (one.possible or one.nils or one.kind is Happening.SET)
    ]
    return min(candidates, key=lambda need: need.away, default=None)


def list_conditions(view: View) -> Conditions:
    """Return the conditions on the nil bidders in a side's view, the simplest first.

    First no condition, then the results of nils, then the tricks of one nil, and with two nils
    the tricks of one with the result of the other.

    >>> house = HouseRules.of("partnership")
    >>> gold, _ = look_ahead(house, [Bid(0), Bid(4), Bid(3), Bid(4)], [Standing()] * 2)
    >>> [[tuple(nil) for nil in nils] for nils in list_conditions(gold)][:4]
    [[], [(0, None, 0)], [(0, 1, None)], [(0, 2, None)]]
    """
    results: list[Conditions] = []
    ranges: list[Conditions] = []
    for place, seat in enumerate(view.nils):
        by_tricks = _sort([prospect.nils[place] for prospect in view.prospects])
        low, high = min(by_tricks), max(by_tricks)
        takes: Conditions = {}
        for least, most in _list_ranges(low, high):
            numbers = range(least or low, 1 + (high if most is None else most))
            where = sum([some for number, some in by_tricks.items() if number in numbers])
            takes[(NilTakes(seat, least, most),)] = where
        results.append({nils: where for nils, where in takes.items() if nils[0].is_result})
        ranges.append({nils: where for nils, where in takes.items() if not nils[0].is_result})
    conditions: Conditions = {(): _collect([True] * len(view.prospects))}
    for number in range(1, len(results) + 1):
        for some in combinations(results, number):
            conditions |= _combine(some)
    for each in ranges:
        conditions |= each
    if len(view.nils) == 2:
        conditions |= _combine((ranges[0], results[1])) | _combine((results[0], ranges[1]))
    return conditions


def choose_fewest(sentences: Mapping[Need, Prospects], target: Prospects) -> dict[Need, Prospects]:
    """Return a few sentences that together cover as much of the target as all do.

    >>> [*choose_fewest({"a": 0b0001, "b": 0b0111, "c": 0b1000, "d": 0b0110}, target=0b1111)]
    ['b', 'c']
    """
    chosen = set()
    while left := [one for one, where in sentences.items() if where & target]:
        best = max(left, key=lambda one: (sentences[one] & target).bit_count())
        chosen.add(best)
        target &= ~sentences[best]
    return {one: where for one, where in sentences.items() if one in chosen}


def _needs(view: View) -> Iterator[Need]:
    """Yield the needs of a side, each kind in the fewest sentences that cover its prospects."""
    prospects = view.prospects
    always = {kind: _collect([kind in one.always for one in prospects]) for kind in Happening}
    ever = {kind: _collect([kind in one.ever for one in prospects]) for kind in Happening}
    conditions = list_conditions(view) if any(ever.values()) else {}
    told = ~_collect([prospect.sweep for prospect in prospects])
    for kind in Happening:
        if kind is not Happening.SET:
            sentences = _tell_certain(view, kind, conditions, always, ever, told)
            chosen = choose_fewest(sentences, always[kind] & told)
            yield from chosen
            rest = ever[kind] & told
            for where in chosen.values():
                rest &= ~where
            if rest:
                yield from _tell_possible(view, kind, conditions, ever[kind], rest)
        elif all([kind in prospect.always for prospect in prospects]):
            yield Need(view.side, kind, None, None)


def _tell_certain(
    view: View,
    kind: Happening,
    conditions: Conditions,
    always: Mapping[Happening, Prospects],
    ever: Mapping[Happening, Prospects],
    told: Prospects,
) -> dict[Need, Prospects]:
    """Return sentences that are always true, the simplest first, until all prospects are covered.

    Each has the prospects that it covers; `told` are those that need to be.
    """
    others, remaining = ~always[kind], always[kind] & told
    scales: dict[int | None, Scale] = {None: _sort([one.own for one in view.prospects])}
    if view.beside is not None:
        scales[view.beside] = _sort([one.total for one in view.prospects])
    sentences: dict[Need, Prospects] = {}
    for nils, where in conditions.items():
        if not where & remaining:
            continue
        need, found = Need(view.side, kind, None, None, nils), []
        # Where the side may be set or not, “if set” only tells half of it.
        maybe_set = ever[Happening.SET] & where
        if kind is Happening.LOSES and maybe_set not in (0, where) and not maybe_set & others:
            found.append((need._replace(if_set=True, away=1), always[Happening.SET] & where))
        for beside, by_tricks in scales.items():
            sentence = need._replace(beside=beside)
            found += _list_runs(view, sentence, by_tricks, where, lambda some: not some & others)
        for sentence, covered in found:
            if covered & remaining:
                remaining &= ~covered
                sentences[sentence] = covered
    return sentences


def _tell_possible(
    view: View, kind: Happening, conditions: Conditions, ever: Prospects, rest: Prospects
) -> Iterator[Need]:
    """Yield the tricks with which the remaining prospects can happen.

    The condition is the results of nils that are the same in all of these prospects.
    """
    common = [nils for nils, where in conditions.items() if not rest & ~where]
    nils = max([nils for nils in common if all([nil.is_result for nil in nils])], key=len)
    need = Need(view.side, kind, None, None, nils, possible=True)
    own = _sort([prospect.own for prospect in view.prospects])
    for sentence, where in _list_runs(view, need, own, conditions[nils], lambda s: bool(s & ever)):
        if where & rest:
            yield sentence


def _list_runs(
    view: View, need: Need, by_tricks: Scale, where: Prospects, holds: Callable[[Prospects], bool]
) -> Iterator[tuple[Need, Prospects]]:
    """Yield the need with each run of numbers whose prospects meet a predicate, and these."""
    sets = {
        number: subset for number, all_of_it in by_tricks.items() if (subset := all_of_it & where)
    }
    numbers = list(sets)
    # The contract, or the nearest number to it that is possible.
    aim = min(max(view.contract, min(by_tricks)), max(by_tricks))
    for held, group in groupby(numbers, key=lambda number: holds(sets[number])):
        if held:
            run = list(group)
            first, last = run[0] == numbers[0], run[-1] == numbers[-1]
            if first != last and len(run) == 1:
                first = last = False
            yield (
                need._replace(
                    least=None if first else run[0],
                    most=None if last else run[-1],
                    away=max(run[0] - aim, aim - run[-1], 0),
                ),
                sum([sets[number] for number in run]),
            )


def _list_ranges(low: int, high: int) -> Iterator[tuple[int | None, int | None]]:
    """Yield all ranges of the tricks on a nil, the results and those open at one end first."""
    if low == 0 < high:
        yield from [(None, 0), (1, None)]
    yield from [(number, None) for number in range(max(low + 1, 2), high + 1)]
    yield from [(None, number) for number in range(high - 1, max(low, 1) - 1, -1)]
    yield from [
        (least, most) for most in range(high - 1, low, -1) for least in range(low + 1, most + 1)
    ]


def _combine(choices: Sequence[Conditions]) -> Conditions:
    """Return each possible combination of one condition of each."""
    combined: Conditions = {}
    for chosen in product(*[conditions.items() for conditions in choices]):
        nils, sets = zip(*chosen, strict=True)
        if where := reduce(and_, sets):
            combined[sum(nils, ())] = where
    return combined


def _sort(numbers: Sequence[int]) -> Scale:
    by_number: dict[int, Prospects] = {}
    for place, number in enumerate(numbers):
        by_number[number] = by_number.get(number, 0) | 1 << place
    return dict(sorted(by_number.items()))


def _collect(belongs: Sequence[bool]) -> Prospects:
    return sum([1 << place for place, is_one in enumerate(belongs) if is_one])


class TrickMark(StrEnum):
    """The result of a number of tricks for a side; `OPEN` depends on nils or the others."""

    SET = "set"
    OPEN = "open"
    MADE = "made"
    BAGGED = "bagged"
    WON = "won"


class Aim(NamedTuple):
    """The tricks that a side needs on the table: rulings are counted in.

    With `least` to `most` tricks it makes its contract in any case; `least` is None if no number is
    enough, or without a contract, `most` if there is no limit: rulings can make one.
    `marks` has every possible number of tricks, those of `Prospect.own`.
    """

    side: int
    contract: int
    least: int | None
    most: int | None
    marks: dict[int, TrickMark]


def find_aim(view: View) -> Aim:
    """Return the aim of the side in whose view this is.

    >>> revoke = Ruling(Incident.REVOKE, seat=1, tricks=3, to=0)
    >>> views = look_ahead(
    ...     HouseRules.of("partnership"), [Bid(3)] * 4, [Standing()] * 2, rulings=(revoke,)
    ... )
    >>> [(aim.contract, aim.least) for aim in map(find_aim, views)]
    [(6, 3), (6, 9)]
    """
    by_tricks: dict[int, list[Prospect]] = {}
    for prospect in sorted(view.prospects, key=lambda prospect: prospect.own):
        by_tricks.setdefault(prospect.own, []).append(prospect)
    enough = [number for number, some in by_tricks.items() if not _has_ever(some, Happening.SET)]
    least, most = min(enough, default=None), max(enough, default=None)
    marks = {number: _mark(prospects) for number, prospects in by_tricks.items()}
    if not view.contract:
        # A side of nils makes them without a trick only.
        least = most = None
        marks |= {
            number: TrickMark.SET for number in marks if number and marks[number] is TrickMark.MADE
        }
    most = None if most == max(marks) else most
    return Aim(view.side, view.contract, least, most, marks)


def _mark(prospects: Sequence[Prospect]) -> TrickMark:
    always = frozenset.intersection(*[prospect.always for prospect in prospects])
    for kind, mark in (
        (Happening.WINS, TrickMark.WON),
        (Happening.BAGGED, TrickMark.BAGGED),
        (Happening.SET, TrickMark.SET),
    ):
        if kind in always:
            return mark
    return TrickMark.OPEN if _has_ever(prospects, Happening.SET) else TrickMark.MADE


def _has_ever(prospects: Iterable[Prospect], kind: Happening) -> bool:
    return any([kind in prospect.ever for prospect in prospects])
