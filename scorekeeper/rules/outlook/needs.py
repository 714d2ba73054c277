"""The needs of the sides: the outlook of a hand in a few sentences that cover it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, groupby, product
from typing import NamedTuple

from scorekeeper.rules.outlook.distributions import Happening, Prospect, View

Prospects = int
"""A set of prospects: bit n is the prospect at place n."""


class NilTakes(NamedTuple):
    """The tricks that a nil bidder takes, `least` to `most`; None means no limit."""

    seat: int
    least: int | None
    most: int | None


class Condition(NamedTuple):
    """The tricks that nil bidders take, and the prospects in which they take them."""

    nils: tuple[NilTakes, ...]
    where: Prospects


class Run(NamedTuple):
    """Consecutive numbers, None at the ends of the full range, and the prospects with them."""

    least: int | None
    most: int | None
    numbers: tuple[int, ...]
    where: Prospects


def find_prospects(view: View, holds: Callable[[Prospect], bool]) -> Prospects:
    return sum([1 << place for place, prospect in enumerate(view.prospects) if holds(prospect)])


class Scale:
    """A number that each prospect has, and the prospects by that number.

    >>> scale = Scale([0, 1, 1, 2])
    >>> bin(scale.within(1, None))
    '0b1110'
    >>> [(run.least, run.most) for run in scale.runs(0b1111, lambda some: some != 0b0001)]
    [(1, None)]
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self._at: dict[int, Prospects] = {}
        for place, number in enumerate(numbers):
            self._at[number] = self._at.get(number, 0) | 1 << place
        self.numbers = sorted(self._at)

    def within(self, least: int | None, most: int | None) -> Prospects:
        """Return the prospects whose number is in a range; None means no limit."""
        return sum(
            [
                where
                for number, where in self._at.items()
                if (least is None or least <= number) and (most is None or number <= most)
            ]
        )

    def runs(self, where: Prospects, holds: Callable[[Prospects], bool]) -> Iterator[Run]:
        """Yield the runs of numbers whose prospects meet a predicate."""
        sets = {number: subset for number in self.numbers if (subset := self._at[number] & where)}
        numbers = list(sets)
        for held, group in groupby(numbers, key=lambda number: holds(sets[number])):
            if held:
                run = tuple(group)
                first, last = run[0] == numbers[0], run[-1] == numbers[-1]
                if first != last and len(run) == 1:
                    first = last = False
                yield Run(
                    None if first else run[0],
                    None if last else run[-1],
                    run,
                    sum([sets[number] for number in run]),
                )


def list_conditions(view: View) -> Iterator[Condition]:
    """Yield the conditions on the nil bidders in a side's view, the simplest first.

    First no condition, then the results of nils, then the tricks of one nil, and with two nils
    the tricks of one with the result of the other.

    >>> house = HouseRules.of("partnership")
    >>> gold, _ = look_ahead(house, [Bid(0), Bid(4), Bid(3), Bid(4)], [Standing()] * 2)
    >>> told = list(list_conditions(gold))
    >>> [[tuple(nil) for nil in condition.nils] for condition in told[:4]]
    [[], [(0, None, 0)], [(0, 1, None)], [(0, 2, None)]]
    """
    states, ranges = _states(view), {}
    for place, seat in enumerate(view.nils):
        scale = Scale([prospect.nils[place] for prospect in view.prospects])
        ranges[seat] = [_takes(seat, scale, *ends) for ends in _ranges(scale)]
    yield Condition((), find_prospects(view, lambda _: True))
    for number in range(1, len(view.nils) + 1):
        for seats in combinations(view.nils, number):
            yield from _combine([states[seat] for seat in seats])
    for seat in view.nils:
        yield from ranges[seat]
    if len(view.nils) == 2:
        first, second = view.nils
        yield from _combine([ranges[first], states[second]])
        yield from _combine([states[first], ranges[second]])


def find_narrowest(view: View, target: Prospects) -> Condition:
    """Return the results of nils that are the same in all of these prospects."""
    common = [
        state for states in _states(view).values() for state in states if not target & ~state.where
    ]
    where = find_prospects(view, lambda _: True)
    for state in common:
        where &= state.where
    return Condition(tuple([nil for state in common for nil in state.nils]), where)


def choose_fewest(sets: Sequence[Prospects], target: Prospects) -> list[int]:
    """Return the places of a few sets that together cover as much of the target as all do.

    >>> choose_fewest([0b0001, 0b0111, 0b1000, 0b0110], target=0b1111)
    [1, 2]
    """
    chosen: list[int] = []
    while True:
        gains = [(where & target).bit_count() for where in sets]
        best = max(range(len(sets)), key=gains.__getitem__, default=None)
        if best is None or not gains[best]:
            return sorted(chosen)
        chosen.append(best)
        target &= ~sets[best]


def _states(view: View) -> dict[int, list[Condition]]:
    """Return the results, made and broken, of each nil that can still end either way."""
    states = {}
    for place, seat in enumerate(view.nils):
        scale = Scale([prospect.nils[place] for prospect in view.prospects])
        ends = [(None, 0), (1, None)] if 0 in scale.numbers and len(scale.numbers) > 1 else []
        states[seat] = [_takes(seat, scale, least, most) for least, most in ends]
    return states


def _ranges(scale: Scale) -> Iterator[tuple[int | None, int | None]]:
    """Yield all ranges, those open at one end first, without the results made and broken."""
    low, high = scale.numbers[0], scale.numbers[-1]
    inner = range(max(low + 1, 2), high + 1)
    yield from [(number, None) for number in inner]
    yield from [(None, number) for number in range(high - 1, max(low, 1) - 1, -1)]
    yield from [
        (least, most)
        for most in range(high - 1, low, -1)
        for least in range(max(low + 1, 1), most + 1)
    ]


def _takes(seat: int, scale: Scale, least: int | None, most: int | None) -> Condition:
    return Condition((NilTakes(seat, least, most),), scale.within(least, most))


def _combine(choices: Sequence[Sequence[Condition]]) -> Iterator[Condition]:
    """Yield each possible combination of one condition of each."""
    for chosen in product(*choices):
        where = chosen[0].where
        for condition in chosen[1:]:
            where &= condition.where
        if where:
            yield Condition(tuple([nil for condition in chosen for nil in condition.nils]), where)


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
    needs = [need for view in views for need in _needs(view)]
    return tuple(
        sorted(
            needs,
            key=lambda need: (
                order.index(need.kind),
                need.possible,
                len(need.nils),
                need.away,
                need.side,
            ),
        )
    )


def find_nearest(needs: Sequence[Need]) -> Need | None:
    """Return the need nearest to the contracts that is certain and depends on no nil, if any.

    >>> near, far = Need(0, Happening.BAGGED, 9, None), Need(1, Happening.WINS, 12, None, away=6)
    >>> find_nearest([far, near]) == near
    True
    """
    candidates = (
        need
        for need in needs
        if not need.possible and not need.nils and need.kind is not Happening.SET
    )
    return min(candidates, key=lambda need: need.away, default=None)


class _Sentence(NamedTuple):
    """A sentence, and the prospects that it covers."""

    need: Need
    where: Prospects


def _needs(view: View) -> Iterator[Need]:
    """Yield the needs of a side, each kind in the fewest sentences that cover its prospects."""
    every = find_prospects(view, lambda _: True)
    sweeps = find_prospects(view, lambda prospect: prospect.sweep)
    known = list(list_conditions(view)) if any([one.ever for one in view.prospects]) else []
    for kind in Happening:
        always, ever = _where(view, kind)
        if kind is Happening.SET:
            if always == every:
                yield Need(view.side, kind, None, None)
            continue
        sentences = list(_certain(view, kind, known, always, always & ~sweeps))
        places = choose_fewest([one.where for one in sentences], always & ~sweeps)
        yield from [sentences[place].need for place in places]
        rest = ever & ~sweeps
        for place in places:
            rest &= ~sentences[place].where
        yield from _possible(view, kind, ever, rest)


def _where(view: View, kind: Happening) -> tuple[Prospects, Prospects]:
    """Return the prospects with a certain result, and those with a possible one."""
    always = find_prospects(view, lambda prospect: kind in prospect.always)
    return always, find_prospects(view, lambda prospect: kind in prospect.ever)


def _certain(
    view: View, kind: Happening, known: Sequence[Condition], always: Prospects, remaining: Prospects
) -> Iterator[_Sentence]:
    """Yield sentences that are always true, the simplest first, until all prospects are covered."""
    scales: dict[int | None, Scale] = {None: Scale([one.own for one in view.prospects])}
    if view.beside is not None:
        scales[view.beside] = Scale([one.total for one in view.prospects])
    sets = _where(view, Happening.SET)
    for condition in known:
        if not remaining:
            return
        if not condition.where & remaining:
            continue
        for sentence in _under(view, kind, always, condition, scales, sets):
            if sentence.where & remaining:
                remaining &= ~sentence.where
                yield sentence


def _under(
    view: View,
    kind: Happening,
    always: Prospects,
    condition: Condition,
    scales: dict[int | None, Scale],
    sets: tuple[Prospects, Prospects],
) -> Iterator[_Sentence]:
    """Yield the sentences that are always true under a condition."""
    need, where = Need(view.side, kind, None, None, condition.nils), condition.where
    # Where the side may be set or not, “if set” only tells half of it.
    surely_set, maybe_set = (some & where for some in sets)
    if kind is Happening.LOSES and maybe_set not in (0, where) and not maybe_set & ~always:
        yield _Sentence(need._replace(if_set=True, away=1), surely_set)
    for beside, scale in scales.items():
        for run in scale.runs(where, lambda subset: not subset & ~always):
            sentence = need._replace(beside=beside, away=_away(view, scale, run.numbers))
            yield _Sentence(sentence._replace(least=run.least, most=run.most), run.where)


def _possible(view: View, kind: Happening, ever: Prospects, rest: Prospects) -> Iterator[Need]:
    """Yield the tricks and nils with which the remaining prospects can happen."""
    if not rest:
        return
    condition, scale = find_narrowest(view, rest), Scale([one.own for one in view.prospects])
    need = Need(view.side, kind, None, None, condition.nils, possible=True)
    for run in scale.runs(condition.where, lambda subset: bool(subset & ever)):
        if run.where & rest:
            away = _away(view, scale, run.numbers)
            yield need._replace(least=run.least, most=run.most, away=away)


def _away(view: View, scale: Scale, numbers: Sequence[int]) -> int:
    """Return the distance of these tricks from the contract, or from its possible part."""
    aim = min(max(view.contract, scale.numbers[0]), scale.numbers[-1])
    return max(numbers[0] - aim, aim - numbers[-1], 0)
