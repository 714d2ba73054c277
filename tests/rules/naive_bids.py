"""Which bids a table allows, said again rule by rule, without the reasons."""

from collections.abc import Sequence

from scorekeeper.rules import Bid, HouseRules, Standing


def are_allowed(house: HouseRules, bids: Sequence[Bid], standings: Sequence[Standing]) -> bool:
    """Whether a table allows the bids of all seats, one number a seat."""
    spades, total = house.game.spades, sum(bid.tricks for bid in bids)
    by_spades = house.bidding in ("mirror", "whiz")
    if total == house.forbidden_total:
        return False
    if house.bidding == "mirror" and spades and total != spades:
        return False
    if by_spades and total > (spades or 13):
        return False
    best = max(standing.points for standing in standings)
    for side, seats in enumerate(house.game.sides):
        own = [bids[seat] for seat in seats]
        nils = [bid for bid in own if bid.tricks == 0]
        blind_tricks = sum(bid.tricks for bid in own if bid.blind)
        may_bid_blind = not by_spades and best - standings[side].points >= house.blind_deficit
        if any(bid.blind for bid in own) and not may_bid_blind:
            return False
        if blind_tricks and (not house.blind_minimum or blind_tricks < house.blind_minimum):
            return False
        if nils and house.nil == "not played":
            return False
        if house.nil == "not blind" and any(nil.blind for nil in nils):
            return False
        if len(own) == 1:
            continue
        if len(nils) == 2 and house.two_nils == "forbidden":
            return False
        if sum(bid.tricks for bid in own) < house.board:
            return False
        is_suicide = len(nils) == 1 and max(bid.tricks for bid in own) >= 4
        if house.bidding == "suicide" and not is_suicide:
            return False
    return True
