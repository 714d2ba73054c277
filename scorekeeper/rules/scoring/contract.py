"""The points of contracts under the house rules."""

from collections.abc import Sequence

from scorekeeper.rules.bids import Bid
from scorekeeper.rules.big_bids import BigBid
from scorekeeper.rules.house_rules import HouseRules, SetPenalty
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
