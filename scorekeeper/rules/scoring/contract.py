"""The points of contracts and nils under the house rules.

A nil is scored for its own bidder, separately from the partner's contract.
"""

from collections.abc import Sequence

from scorekeeper.rules.bids import Bid
from scorekeeper.rules.big_bids import BigBid
from scorekeeper.rules.hand import Tricks
from scorekeeper.rules.house_rules import FailedNil, HouseRules, SetPenalty, TwoNils
from scorekeeper.rules.lines import Line, Reason

POINTS_A_TRICK = 10


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
    if big is None:
        return [Line(reason, _usual_points(house, bids, side, contract, taken, made), taken)]
    worth = big.made if made else big.set
    if big.how == "instead":
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
    """Return the points of a contract that is no big bid; its blind part weighs more."""
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


def find_failed_nil_use(house: HouseRules, side: int, nils: Sequence[int]) -> FailedNil:
    """Return the use of the tricks of failed nils; partners who both bid nil are a special case."""
    if _all_nil(house, side, nils) and house.two_nils in (TwoNils.TOGETHER, TwoNils.NO_BAGS):
        return FailedNil.NOTHING
    return house.failed_nil


def score_nils(
    house: HouseRules, bids: Sequence[Bid], tricks: Tricks, side: int, nils: Sequence[int]
) -> list[Line]:
    """Return a line per nil bidder, or a single line if the pair is scored together."""
    if house.two_nils is TwoNils.TOGETHER and _all_nil(house, side, nils):
        if any(tricks.seats[seat] for seat in nils):
            penalty = sum(_nil_penalty(house, bids[seat]) for seat in nils)
            return [Line(Reason.BOTH_NILS_FAILED, -penalty)]
        return [Line(Reason.BOTH_NILS_MADE, sum(_nil_bonus(house, bids[seat]) for seat in nils))]
    lines = []
    for seat in nils:
        taken, blind = tricks.seats[seat] or 0, bids[seat].blind
        if taken:
            reason = Reason.BLIND_NIL_FAILED if blind else Reason.NIL_FAILED
            lines.append(Line(reason, -_nil_penalty(house, bids[seat]), taken, seat))
        else:
            reason = Reason.BLIND_NIL_MADE if blind else Reason.NIL_MADE
            lines.append(Line(reason, _nil_bonus(house, bids[seat]), 0, seat))
    return lines


def _all_nil(house: HouseRules, side: int, nils: Sequence[int]) -> bool:
    return 1 < len(nils) == len(house.game.sides[side])


def _nil_bonus(house: HouseRules, bid: Bid) -> int:
    return house.blind_nil_bonus if bid.blind else house.nil_bonus


def _nil_penalty(house: HouseRules, bid: Bid) -> int:
    return house.blind_nil_penalty if bid.blind else house.nil_penalty
