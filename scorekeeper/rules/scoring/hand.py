"""Scoring a hand: a list of reasons with their points, in the order of rules.md §3."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rules.bids import Bid, get_contract
from scorekeeper.rules.hand import Tricks
from scorekeeper.rules.house_rules import FailedNil, HouseRules
from scorekeeper.rules.lines import HandScore, Line, Reason, SideScore, Standing
from scorekeeper.rules.rulings import (
    NO_ADJUSTMENT,
    Adjustment,
    Ruling,
    compute_adjustments,
    score_rulings,
)
from scorekeeper.rules.scoring.contract import POINTS_A_TRICK, score_contract
from scorekeeper.rules.scoring.nils import find_failed_nil_use, score_nils


def score_hand(
    house: HouseRules,
    bids: Sequence[Bid],
    tricks: Tricks,
    standings: Sequence[Standing],
    rulings: tuple[Ruling, ...] = (),
) -> HandScore:
    """Score a complete hand for every side, from the standings before it.

    A hand without bids scores ten points per trick after rulings, with no contract and no bags.

    >>> house = HouseRules.of("partnership")
    >>> bids = [Bid(0), Bid(4), Bid(3), Bid(4)]
    >>> tricks = count_tricks(house.game, bids, [0, None, 2, None], [None, 11])
    >>> gold, blue = score_hand(house, bids, tricks, [Standing(), Standing(0, 8)])
    >>> [(line.reason.value, line.points) for line in gold.lines]
    [('contract set', -30), ('nil made', 100)]
    >>> blue.points, blue.standing
    (-17, Standing(points=-17, bags=1))
    """
    shares = [_share(house, bids, tricks, side) for side in range(len(standings))]
    if not rulings:
        return tuple(
            [
                _score_side(house, bids, tricks, share, before)
                for share, before in zip(shares, standings, strict=True)
            ]
        )
    effects = compute_adjustments(
        house.game, rulings, [share.own + share.apart for share in shares]
    )
    return tuple(
        _score_side(house, bids, tricks, share, before, effects[share.side], rulings)
        for share, before in zip(shares, standings, strict=True)
    )


class _Share(NamedTuple):
    """One side's part in a hand: its contract, its nils, and the tricks that count for each.

    `own` tricks count for the contract, `apart` are those of failed nils that do not; `use` is the
    use of failed nils' tricks, None without any.
    """

    side: int
    contract: int
    nils: Sequence[int]
    use: FailedNil | None
    own: int
    apart: int


def _share(house: HouseRules, bids: Sequence[Bid], tricks: Tricks, side: int) -> _Share:
    seats = house.game.sides[side] if bids else ()
    contract = get_contract(house.game, bids, side)
    nils = [seat for seat in seats if not bids[seat].tricks]
    own, failed = tricks.piles[side], 0
    if nils:
        failed = sum([tricks.seats[seat] or 0 for seat in nils])
    use = find_failed_nil_use(house, side, nils) if failed else None
    if contract and use is FailedNil.HELP:
        own, failed = own + failed, 0
    return _Share(side, contract, nils, use, own, failed)


def _score_side(
    house: HouseRules,
    bids: Sequence[Bid],
    tricks: Tricks,
    share: _Share,
    before: Standing,
    adjustment: Adjustment = NO_ADJUSTMENT,
    rulings: Sequence[Ruling] = (),
) -> SideScore:
    side, contract, nils, use, own, apart = share
    if adjustment.given:
        # A side gives its nils' tricks last.
        own, apart = max(own - adjustment.given, 0), apart - max(adjustment.given - own, 0)
    counted = own + adjustment.gained
    made, lines = None, []
    if contract:
        made = (counted >= contract or adjustment.made) and not adjustment.set
        lines = score_contract(house, bids, side, contract, counted, made)
    elif not bids:
        lines = [Line(Reason.FIRST_HAND, POINTS_A_TRICK * counted, counted)]
    if nils:
        lines += score_nils(house, bids, tricks, side, nils)

    bags = 0
    over = own - contract  # tricks gained by a ruling never make bags
    if made and over > 0:
        bags = over
        lines.append(Line(Reason.OVERTRICKS, over * house.overtrick_points, over))
    if apart and use is not FailedNil.NOTHING:
        points = 0 if use is FailedNil.BAGS_ONLY else apart * house.overtrick_points
        lines.append(Line(Reason.FAILED_NIL_TRICKS, points, apart))
        bags += apart
    if rulings:
        lines += score_rulings(house.game, rulings, side, adjustment)

    if not house.bag_limit:
        bags = 0
    running, penalties = _count_bags(house, before.bags + bags)
    if penalties:
        lines.append(Line(Reason.BAG_PENALTY, -penalties * house.bag_penalty, penalties))
    points = sum([line.points for line in lines])
    standing = Standing(before.points + points, running)
    return SideScore(contract, made, tuple(lines), points, bags, standing)


def _count_bags(house: HouseRules, bags: int) -> tuple[int, int]:
    """Return the bags that stay and how often the penalty falls due."""
    if not house.bag_limit or bags < house.bag_limit:
        return bags, 0
    if not house.bag_carry:
        return 0, 1
    return bags % house.bag_limit, bags // house.bag_limit
