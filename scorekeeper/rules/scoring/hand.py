"""Scoring a hand: a list of reasons with their points, in the order of rules.md §3."""

from collections.abc import Collection, Mapping, Sequence

from scorekeeper.rules.bids import Bid, get_contract
from scorekeeper.rules.hand import Tricks
from scorekeeper.rules.house_rules import BigBid, FailedNil, HouseRules, SetPenalty, TwoNils
from scorekeeper.rules.lines import HandScore, Line, Reason, SideScore, Standing
from scorekeeper.rules.rulings import (
    NO_ADJUSTMENT,
    Adjustment,
    Ruling,
    compute_adjustments,
    score_rulings,
)

POINTS_A_TRICK = 10


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
    sides, own = range(len(standings)), tricks.seats
    nils = [
        {seat: own[seat] or 0 for seat in seats if bids and bids[seat].is_nil}
        for seats in house.game.sides
    ]
    effects: Sequence[Adjustment] = [NO_ADJUSTMENT] * len(standings)
    if rulings:
        taken = [pile + sum(apart.values()) for pile, apart in zip(tricks.piles, nils, strict=True)]
        effects = compute_adjustments(house.game, rulings, taken)
    each = zip(sides, tricks.piles, nils, standings, effects, strict=True)
    return tuple([score_side(house, bids, *one, rulings) for one in each])


def score_side(
    house: HouseRules,
    bids: Sequence[Bid],
    side: int,
    pile: int,
    nils: Mapping[int, int],
    before: Standing,
    adjustment: Adjustment,
    rulings: Sequence[Ruling] = (),
) -> SideScore:
    """Score one side: its pile, the tricks of each nil bidder, and what rulings do to it."""
    contract = get_contract(house.game, bids, side)
    # `own` tricks count for the contract, `apart` are those of failed nils that do not.
    own, apart = pile, sum(nils.values())
    use = house.failed_nil
    if _all_nil(house, side, nils) and house.two_nils in (TwoNils.TOGETHER, TwoNils.NO_BAGS):
        use = FailedNil.NOTHING
    if contract and use is FailedNil.HELP:
        own, apart = own + apart, 0
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
        lines += score_nils(house, bids, side, nils)

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


def score_contract(
    house: HouseRules, bids: Sequence[Bid], side: int, contract: int, taken: int, made: bool
) -> list[Line]:
    """Return the lines of a side's contract from the tricks that count for it.

    A ruling can make it with too few tricks, or set it with enough. A big bid replaces the usual
    points, or adds a line of its own.

    >>> house = HouseRules.of("partnership", big_bids=[{"at": 10, "made": 200, "set": -100}])
    >>> lines = score_contract(house, [Bid(5), Bid(1)] * 2, 0, 10, taken=11, made=True)
    >>> [(line.reason.value, line.points, line.amount) for line in lines]
    [('contract made', 200, 11)]
    """
    reason = Reason.CONTRACT_MADE if made else Reason.CONTRACT_SET
    big = find_big_bid(house, contract) if house.big_bids else None
    worth = (big.made if made else big.set) if big else 0
    if big and big.how == "instead":
        return [Line(reason, worth, taken)]
    lines = [Line(reason, _usual_points(house, bids, side, contract, taken, made), taken)]
    if worth:
        extra = Reason.BIG_BID_MADE if made else Reason.BIG_BID_SET
        lines.append(Line(extra, worth, contract))
    return lines


def find_big_bid(house: HouseRules, contract: int) -> BigBid | None:
    """Return the greatest big bid that the contract reaches."""
    return next((big for big in reversed(house.big_bids) if contract >= big.at), None)


def _usual_points(
    house: HouseRules, bids: Sequence[Bid], side: int, contract: int, taken: int, made: bool
) -> int:
    """Return the points of a contract that isn't a big bid; its blind part weighs more."""
    weighed = contract
    if house.blind_minimum:
        factor = house.blind_factor if made else house.blind_set_factor
        side_bids = [bids[seat] for seat in house.game.sides[side]]
        weighed += sum([bid.tricks for bid in side_bids if bid.blind]) * (factor - 1)
    if made:
        return POINTS_A_TRICK * weighed
    if house.set_penalty is SetPenalty.SHORTFALL:
        # A ruling can set a contract that has its tricks: then one counts as missing.
        return -POINTS_A_TRICK * max(contract - taken, 1)
    return 0 if house.set_penalty is SetPenalty.NONE else -POINTS_A_TRICK * weighed


def score_nils(
    house: HouseRules, bids: Sequence[Bid], side: int, nils: Mapping[int, int]
) -> list[Line]:
    """Return a line per nil bidder, or a single line if the pair is scored together."""
    if house.two_nils is TwoNils.TOGETHER and _all_nil(house, side, nils):
        if any(nils.values()):
            penalty = sum(_nil_penalty(house, bids[seat]) for seat in nils)
            return [Line(Reason.BOTH_NILS_FAILED, -penalty)]
        return [Line(Reason.BOTH_NILS_MADE, sum(_nil_bonus(house, bids[seat]) for seat in nils))]
    lines = []
    for seat, taken in nils.items():
        blind = bids[seat].blind
        if taken:
            reason = Reason.BLIND_NIL_FAILED if blind else Reason.NIL_FAILED
            lines.append(Line(reason, -_nil_penalty(house, bids[seat]), taken, seat))
        else:
            reason = Reason.BLIND_NIL_MADE if blind else Reason.NIL_MADE
            lines.append(Line(reason, _nil_bonus(house, bids[seat]), 0, seat))
    return lines


def _all_nil(house: HouseRules, side: int, nils: Collection[int]) -> bool:
    return 1 < len(nils) == len(house.game.sides[side])


def _nil_bonus(house: HouseRules, bid: Bid) -> int:
    return house.blind_nil_bonus if bid.blind else house.nil_bonus


def _nil_penalty(house: HouseRules, bid: Bid) -> int:
    return house.blind_nil_penalty if bid.blind else house.nil_penalty
