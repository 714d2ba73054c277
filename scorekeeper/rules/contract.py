"""The contract: what it is worth made or set, as house rules have it."""

from collections.abc import Sequence

from scorekeeper.rules.bids import Bid
from scorekeeper.rules.big_bids import BigBid
from scorekeeper.rules.choices import SetPenalty
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.lines import Line, Reason

POINTS_A_TRICK = 10


def contract_lines(
    house: HouseRules, bids: Sequence[Bid], side: int, contract: int, taken: int, made: bool
) -> list[Line]:
    """Return the lines of a side's contract, given the tricks that count for it.

    A big bid stands instead of the usual points or comes on top as a line of its own.

    >>> house = HouseRules.of("partnership", big_bids=[{"at": 10, "made": 200, "set": -100}])
    >>> contract_lines(house, [Bid(5), Bid(1), Bid(5), Bid(1)], 0, 10, taken=11, made=True)
    [Line(reason=<Reason.CONTRACT_MADE: 'contract made'>, points=200, amount=11, seat=None)]
    """
    reason = Reason.CONTRACT_MADE if made else Reason.CONTRACT_SET
    big = _big_bid(house, contract) if house.big_bids else None
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


def _big_bid(house: HouseRules, contract: int) -> BigBid | None:
    """Return the greatest big bid that the contract reaches."""
    return next((big for big in reversed(house.big_bids) if contract >= big.at), None)


def _usual_points(
    house: HouseRules, bids: Sequence[Bid], side: int, contract: int, taken: int, made: bool
) -> int:
    """Return the points of a contract that is no big bid; its blind part weighs more."""
    weighed = contract
    if house.blind_minimum:
        factor = house.blind_factor if made else house.blind_set_factor
        called = [bids[seat] for seat in house.game.sides[side]]
        weighed += sum([bid.tricks for bid in called if bid.blind]) * (factor - 1)
    if made:
        return POINTS_A_TRICK * weighed
    if house.set_penalty is SetPenalty.SHORTFALL:
        return -POINTS_A_TRICK * max(contract - taken, 0)
    return 0 if house.set_penalty is SetPenalty.NONE else -POINTS_A_TRICK * weighed
