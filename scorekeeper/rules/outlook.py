"""The outlook: every way a hand can still fall, and what it would lead to (rules.md §6)."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby, product
from typing import NamedTuple

from scorekeeper.rules.bids import Bid
from scorekeeper.rules.facts import Facts
from scorekeeper.rules.hand import Tricks, pooled_seats
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.lines import HandScore, Standing
from scorekeeper.rules.outcome import START, Outcome, Progress, decide_or_tie
from scorekeeper.rules.rulings import Ruling
from scorekeeper.rules.scoring import score_hand

NEAR_THE_FLOOR = 100
"""Points above the floor at which a side is in danger."""


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


class Row(NamedTuple):
    """One number of tricks: those of the sides told of, what they come to, the cases it covers."""

    tricks: tuple[int, ...]
    standings: tuple[Standing, ...]
    cases: tuple[Case, ...]


class Table(NamedTuple):
    """The rows of some sides where the nils end so: these are made, those are broken."""

    sides: tuple[int, ...]
    made: tuple[int, ...]
    broken: tuple[int, ...]
    rows: tuple[Row, ...]


class Threat(StrEnum):
    """What a side at its present standing is close to."""

    FLOOR = "floor"
    BAGS = "bags"


class Danger(NamedTuple):
    """What threatens a side, and how many points or bags are left until then."""

    kind: Threat
    left: int


def dangers(match: Facts, side: int) -> tuple[Danger, ...]:
    """Return what threatens a side at its present standing, the gravest first.

    >>> from scorekeeper.rules import Match
    >>> house = HouseRules.of("two-player", floor=-200)
    >>> match = Match.start(house, ["Ann", "Ben"], opening=[Standing(-100, 8), Standing()])
    >>> [(danger.kind.value, danger.left) for danger in dangers(match, side=0)]
    [('floor', 100), ('bags', 2)]
    """
    house, standing = match.house, match.standings[side]
    found = []
    if house.floor is not None and standing.points - house.floor <= NEAR_THE_FLOOR:
        found.append(Danger(Threat.FLOOR, standing.points - house.floor))
    left = house.bag_limit - standing.bags
    if house.bag_limit and house.bag_penalty and left <= max(1, house.bag_limit // 5):
        found.append(Danger(Threat.BAGS, left))
    return tuple(found)


def ahead(match: Facts, minutes: float) -> tuple[Case, ...]:
    """Return every way the hand being played can fall; none where there are no bids.

    `minutes` are those from the start of the match until now, for tables that play by the clock.

    >>> from scorekeeper.rules import Match, Taken
    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"]).bid([Bid(5), Bid(6)])
    >>> len(ahead(match, minutes=0)), len(ahead(match.note_trick(Taken(0)), minutes=1))
    (14, 13)
    """
    hand = match.current
    if hand is None or not hand.bids:
        return ()
    return look_ahead(
        match.house,
        hand.bids,
        match.standings,
        match.tallied.tricks,
        progress=match.progress._replace(minutes=minutes),
        rulings=hand.rulings,
    )


def tables(match: Facts, cases: Sequence[Case]) -> tuple[Table, ...]:
    """Return the cases to read up: two sides beside each other, of more each for itself.

    >>> from scorekeeper.rules import Match
    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"]).bid([Bid(5), Bid(6)])
    >>> (table,) = tables(match, ahead(match, minutes=0))
    >>> table.rows[6].tricks, [standing.points for standing in table.rows[6].standings]
    ((6, 7), [51, 61])
    """
    sides = tuple(range(len(match.sides)))
    told = [sides] if len(sides) == 2 else [(side,) for side in sides]
    return tuple([table for these in told for table in _tables(match, cases, these)])


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


def _tables(match: Facts, cases: Sequence[Case], sides: tuple[int, ...]) -> Iterator[Table]:
    """Yield a table for each end of the nils that these sides bid."""
    seats = [seat for side in sides for seat in match.house.game.sides[side]]
    bids = match.current.bids if match.current else None
    nils = [seat for seat in seats if bids and bids[seat].is_nil]

    def broken(case: Case) -> tuple[int, ...]:
        return tuple([seat for seat in nils if seat in case.broken])

    def tricks(case: Case) -> tuple[int, ...]:
        return tuple([case.counts[side] for side in sides])

    for lost, group in groupby(sorted(cases, key=broken), key=broken):
        rows = [
            _row(sides, counts, tuple(alike))
            for counts, alike in groupby(sorted(group, key=tricks), key=tricks)
        ]
        made = tuple([seat for seat in nils if seat not in lost])
        yield Table(sides, made, lost, tuple(rows))


def _row(sides: tuple[int, ...], counts: tuple[int, ...], alike: tuple[Case, ...]) -> Row:
    # What a side scores follows from its own tricks: those of the others change nothing.
    standings = tuple([alike[0].score[side].standing for side in sides])
    return Row(counts, standings, alike)


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
