"""The outlook: every way a hand can still fall, and what it would lead to (rules.md §6)."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from scorekeeper.rules.bids import Bid
from scorekeeper.rules.hand import Tricks, pooled_seats
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.lines import HandScore, Standing
from scorekeeper.rules.outcome import START, Outcome, Progress, decide_or_tie
from scorekeeper.rules.rulings import Ruling
from scorekeeper.rules.scoring import score_hand


class Case(NamedTuple):
    """One way the hand can fall: what it brings, and whether it decides the match.

    `counts` is what each side's number of tricks is in this case: its pile, or where all of its
    seats bid nil, what they took. `broken` are the nil bidders who took a trick. `tied` are the
    sides whose equal points alone keep the match from being decided.
    """

    tricks: Tricks
    counts: tuple[int, ...]
    broken: tuple[int, ...]
    score: HandScore
    outcome: Outcome | None
    tied: tuple[int, ...]


def look_ahead(
    house: HouseRules,
    bids: Sequence[Bid],
    standings: Sequence[Standing],
    so_far: Tricks | None = None,
    *,
    progress: Progress = START,
    rulings: tuple[Ruling, ...] = (),
) -> tuple[Case, ...]:
    """Return every way the tricks that are left can fall, from the standings before the hand.

    A nil that can be lost beside a pile is lost by one trick only, the pile takes the others;
    where a side has no pile, its first broken nil takes any number. `so_far` are the tricks of
    a tally, `progress` how far the match had come before the hand, `rulings` those on this hand.

    >>> house = HouseRules.of("partnership")
    >>> cases = look_ahead(house, [Bid(3)] * 4, [Standing(440), Standing(300)])
    >>> [case.counts[0] for case in cases if case.outcome and case.outcome.winner == 0]
    [6, 7, 8, 9, 10, 11, 12, 13]
    """
    nils = [seat for seat, bid in enumerate(bids) if bid.is_nil]
    least = so_far or Tricks((0,) * len(bids), (0,) * len(standings))
    return tuple(
        _case(house, bids, standings, tricks, broken, progress, rulings)
        for broken in _states(nils, least)
        for tricks in _falls(house, bids, least, broken)
    )


def _states(nils: Sequence[int], least: Tricks) -> Iterator[tuple[int, ...]]:
    """Yield which nils are broken in the end, in every way that is still possible."""
    ways = [(True,) if least.seats[seat] else (False, True) for seat in nils]
    for state in product(*ways):
        yield tuple([seat for seat, broken in zip(nils, state, strict=True) if broken])


def _falls(
    house: HouseRules, bids: Sequence[Bid], least: Tricks, broken: Sequence[int]
) -> Iterator[Tricks]:
    """Yield every way the tricks can lie in the end when just these nils are broken."""
    game = house.game
    pools = [pooled_seats(game, bids, side) for side in range(len(game.sides))]
    nils = {seat: max(least.seats[seat] or 0, 1) for seat in broken}
    left = game.tricks - sum(least.piles) - sum(nils.values())
    takers = [
        side
        for side, pooled in enumerate(pools)
        if pooled or any(seat in game.sides[side] for seat in broken)
    ]
    for shares in _splits(left, len(takers)):
        piles, own = list(least.piles), dict(nils)
        for side, share in zip(takers, shares, strict=True):
            if pools[side]:
                piles[side] += share
            else:
                own[next(seat for seat in broken if seat in game.sides[side])] += share
        seats: list[int | None] = [own.get(seat, 0) for seat in range(game.seats)]
        for pooled, pile in zip(pools, piles, strict=True):
            for seat in pooled:
                seats[seat] = pile if len(pooled) == 1 else None
        yield Tricks(tuple(seats), tuple(piles))


def _splits(number: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to split a number into so many parts; none where there is none.

    >>> list(_splits(2, 2)), list(_splits(2, 0)), list(_splits(-1, 1))
    ([(0, 2), (1, 1), (2, 0)], [], [])
    """
    if parts > 1:
        for first in range(number + 1):
            for rest in _splits(number - first, parts - 1):
                yield (first, *rest)
    elif parts and number >= 0:
        yield (number,)


def _case(
    house: HouseRules,
    bids: Sequence[Bid],
    standings: Sequence[Standing],
    tricks: Tricks,
    broken: tuple[int, ...],
    progress: Progress,
    rulings: tuple[Ruling, ...],
) -> Case:
    counts = tuple(
        [
            sum([tricks.seats[seat] or 0 for seat in seats])
            if all([bids[seat].is_nil for seat in seats])
            else tricks.piles[side]
            for side, seats in enumerate(house.game.sides)
        ]
    )
    score = score_hand(house, bids, tricks, standings, rulings)
    after = [side.standing for side in score]
    then = progress.after([side.made for side in score])
    return Case(tricks, counts, broken, score, *decide_or_tie(house, after, then))
