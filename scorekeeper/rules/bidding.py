"""Which bids may be made, and which are odd."""

from collections.abc import Sequence
from typing import NamedTuple

from .bids import Bid
from .errors import BidError
from .games import Game
from .house import HouseRules, TwoNils
from .scoring import Standing

HIGH_CONTRACT_BESIDE_NIL = 8
"""A contract this high beside a partner's nil makes the table look twice."""


class Warning(NamedTuple):
    """Something legal but odd (rules.md §5): a code and the side it is about, if any."""

    code: str
    side: int | None = None


def check_bids(house: HouseRules, bids: Sequence[Bid], standings: Sequence[Standing]) -> None:
    """Raise BidError for the first bid the house rules do not allow from these standings."""
    game = house.game
    if len(bids) != game.seats:
        raise BidError("one bid a seat", bids=len(bids), seats=game.seats)
    best = max(standing.points for standing in standings)
    for seat, bid in enumerate(bids):
        if bid.tricks < 0:
            raise BidError("not a bid", bid=bid.tricks)
        if bid.tricks > game.tricks:
            raise BidError("bid over all tricks", seat=seat, bid=bid.tricks, tricks=game.tricks)
        if bid.blind and not bid.is_nil:
            raise BidError("blind bid not played", seat=seat, bid=bid.tricks)
        behind = best - standings[game.side_of[seat]].points
        if bid.blind and behind < house.blind_deficit:
            raise BidError(
                "not far enough behind", seat=seat, behind=behind, deficit=house.blind_deficit
            )
    for side, seats in enumerate(game.sides):
        all_nil = len(seats) > 1 and all(bids[seat].is_nil for seat in seats)
        if all_nil and house.two_nils is TwoNils.FORBIDDEN:
            raise BidError("two nils not allowed", side=side)


def odd_bids(game: Game, bids: Sequence[Bid]) -> tuple[Warning, ...]:
    """Return what a table would look at twice, although it is allowed (rules.md §5).

    >>> from .bids import NIL
    >>> from .games import PARTNERSHIP
    >>> odd_bids(PARTNERSHIP, [Bid(4), Bid(2), Bid(5), Bid(2)])
    (Warning(code='bids add up to all tricks', side=None),)
    """
    found = []
    for side, seats in enumerate(game.sides):
        contract = sum(bids[seat].tricks for seat in seats)
        nils = sum(bids[seat].is_nil for seat in seats)
        if contract > game.tricks:
            found.append(Warning("contract over all tricks", side))
        if nils == len(seats) > 1:
            found.append(Warning("all partners nil", side))
        elif len(seats) > 1 and nils and contract >= HIGH_CONTRACT_BESIDE_NIL:
            found.append(Warning("high contract beside nil", side))
    if sum(bid.tricks for bid in bids) == game.tricks:
        found.append(Warning("bids add up to all tricks"))
    return tuple(found)
