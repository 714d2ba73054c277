"""The needs of the sides: the outlook of a hand in a few sentences that cover it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.rules.outlook.conditions import (
    Condition,
    NilTakes,
    Prospects,
    Scale,
    choose_fewest,
    find_narrowest,
    find_prospects,
    list_conditions,
)
from scorekeeper.rules.outlook.distributions import View
from scorekeeper.rules.outlook.possible_results import Happening


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

    >>> from scorekeeper.rules.outlook.distributions import look_ahead
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


def find_nearest(needs: Sequence[Need], number: int) -> tuple[Need, ...]:
    """Return the needs nearest to the contracts that are certain and depend on no nil.

    >>> near, far = Need(0, Happening.BAGGED, 9, None), Need(1, Happening.WINS, 12, None, away=6)
    >>> find_nearest([far, near], 1) == (near,)
    True
    """
    candidates = [
        need
        for need in needs
        if not need.possible and not need.nils and need.kind is not Happening.SET
    ]
    near = sorted(candidates, key=lambda need: need.away)[:number]
    return tuple([need for need in candidates if need in near])


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
    condition, scale = (find_narrowest(view, rest), Scale([one.own for one in view.prospects]))
    need = Need(view.side, kind, None, None, condition.nils, possible=True)
    for run in scale.runs(condition.where, lambda subset: bool(subset & ever)):
        if run.where & rest:
            away = _away(view, scale, run.numbers)
            yield need._replace(least=run.least, most=run.most, away=away)


def _away(view: View, scale: Scale, numbers: Sequence[int]) -> int:
    """Return the distance of these tricks from the contract, or from its possible part."""
    aim = min(max(view.contract, scale.numbers[0]), scale.numbers[-1])
    return max(numbers[0] - aim, aim - numbers[-1], 0)
