"""Bids: a number of tricks, nil, or blind nil; the allowed ones and the odd ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.errors import BidError
from scorekeeper.rules.games import Game
from scorekeeper.rules.house_rules import Bidding, BidsBy, HouseRules, Nil, TwoNils
from scorekeeper.rules.lines import Standing


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of one seat; 0 tricks is nil, and `blind` means bid before seeing the cards.

    `shared` marks a seat whose bid is part of its partner's number: `PARTNER` only.

    >>> Bid(4).notation, NIL.notation, BLIND_NIL.notation, PARTNER.notation
    (4, 'nil', 'blind nil', 'partner')
    """

    tricks: int
    blind: bool = False
    shared: bool = False

    @property
    def is_nil(self) -> bool:
        """Whether the bid is to take no trick (rules.md §1: 0 is nil)."""
        return not (self.tricks or self.shared)

    @property
    def notation(self) -> int | str:
        """The bid as the match file writes it: a number, or words."""
        if self.shared:
            return "partner"
        if self.blind:
            return "blind nil" if self.is_nil else f"blind {self.tricks}"
        return "nil" if self.is_nil else self.tricks


NIL = Bid(0)
BLIND_NIL = Bid(0, blind=True)
PARTNER = Bid(0, shared=True)
"""The bid of a seat whose partner holds the number of their side."""
MAX_TRICKS = 18
"""The tricks of the longest hand in any game of Spades."""
HIGH_CONTRACT_WITH_NIL = 8
"""Minimum contract next to a partner's nil that is odd."""
MIN_SUICIDE_BID = 4
"""The minimum bid of the partner of a nil in suicide."""
SPADES_PER_PACK = 13
"""The maximum number of spades held in a game with discards."""
_PLAIN = [Bid(tricks) for tricks in range(MAX_TRICKS + 1)]
_BLIND = [Bid(tricks, blind=True) for tricks in range(MAX_TRICKS + 1)]
_WRITTEN = {0: NIL} | {bid.notation: bid for bid in (*_PLAIN, *_BLIND, PARTNER)}


def read_bid(written: object) -> Bid:
    """Read a bid as the match file writes it; raise BidError for anything else.

    >>> read_bid(0) == read_bid("nil") == NIL
    True
    >>> read_bid("blind 6")
    Bid(tricks=6, blind=True, shared=False)
    >>> read_bid("many")
    Traceback (most recent call last):
    scorekeeper.rules.errors.BidError: not a bid (bid='many')
    """
    if isinstance(written, (int, str)) and not isinstance(written, bool):
        if written in _WRITTEN:
            return _WRITTEN[written]
        if isinstance(written, int) and written >= 0:
            return Bid(written)
    raise BidError("not a bid", bid=written)


def get_contract(game: Game, bids: Sequence[Bid], side: int) -> int:
    """Return the contract of a side in tricks; 0 if the hand has no bids."""
    return sum([bids[seat].tricks for seat in game.sides[side]]) if bids else 0


def is_shared(game: Game, bids: Sequence[Bid], seat: int) -> bool:
    """Whether the bid of a seat is one number for it and its partner.

    >>> bids = [Bid(7), NIL, PARTNER, Bid(4)]
    >>> [is_shared(PARTNERSHIP, bids, seat) for seat in range(4)]
    [True, False, True, False]
    """
    return bool(bids) and any([bids[other].shared for other in game.sides[game.side_of[seat]]])


def count_unbid_tricks(game: Game, bids: Sequence[Bid]) -> int:
    """Return the number of tricks nobody has bid; negative if too many are bid."""
    return game.tricks - sum([bid.tricks for bid in bids])


def list_bids(house: HouseRules) -> tuple[Bid, ...]:
    """Return all bids that exist at this table, first the plain ones, then the blind ones.

    Standings and other bids may still forbid a bid: see `check_bids`.
    """
    game = house.game
    plain = tuple(_PLAIN[0 if house.has_nil else 1 : game.tricks + 1])
    if house.bids_spades:
        return plain
    blind_nil = (BLIND_NIL,) if house.has_blind_nil else ()
    if not house.blind_minimum:
        return (*plain, *blind_nil)
    # The minimum is that of a side: a partner may add less to the other's blind bid.
    least = 1 if game.has_partners else house.blind_minimum
    return (*plain, *blind_nil, *_BLIND[least : game.tricks + 1])


class OddBid(NamedTuple):
    """Something legal but odd (rules.md §5): a code and the side it is about, if any."""

    code: str
    side: int | None = None


def check_numbers(game: Game, bids: Sequence[Bid]) -> None:
    """Raise BidError unless there is a bid for each seat, of tricks that a hand has.

    The number of a side that bids together is that of its first seat.
    """
    if len(bids) != game.seats:
        raise BidError("one bid a seat", bids=len(bids), seats=game.seats)
    for seat, bid in enumerate(bids):
        if bid.tricks < 0:
            raise BidError("not a bid", bid=bid.tricks)
        if bid.tricks > game.tricks:
            who = _bidder(game, bids, seat)
            raise BidError("bid over all tricks", **who, bid=bid.tricks, tricks=game.tricks)
        if bid.shared:
            first, *partners = game.sides[game.side_of[seat]]
            if not bids[first].tricks or not all([bids[one].shared for one in partners]):
                raise BidError("one bid a side", side=game.side_of[seat])


def check_form(house: HouseRules, bids: Sequence[Bid], bids_by: BidsBy | None = None) -> None:
    """Raise BidError unless each seat bids or, by these house rules, partners bid one number.

    Partners who bid together may bid a nil of one and a number of the other instead. `bids_by` is
    the form of an old hand, if it is not that of the house rules.
    """
    check_numbers(house.game, bids)
    by_side = (bids_by or house.bids_by) is BidsBy.SIDE
    for side, seats in enumerate(house.game.sides):
        shared = [seat for seat in seats if bids[seat].shared]
        if shared and not by_side:
            raise BidError("bid of a side", seat=shared[0])
        nils = sum([bids[seat].is_nil for seat in seats])
        if by_side and len(seats) > 1 and not shared and nils != 1:
            raise BidError("one bid a side", side=side)


def find_form(house: HouseRules, bids: Sequence[Bid]) -> BidsBy:
    """Return who named the bids of a hand; its correction keeps that, whatever the house rules say.

    >>> find_form(HouseRules(bids_by="side"), [Bid(4), Bid(3), Bid(3), Bid(2)])
    <BidsBy.SEAT: 'seat'>
    """
    try:
        check_form(house, bids)
    except BidError:
        return BidsBy.SIDE if any([bid.shared for bid in bids]) else BidsBy.SEAT
    return house.bids_by


def check_bids(
    house: HouseRules,
    bids: Sequence[Bid],
    standings: Sequence[Standing] | None = None,
    old: Sequence[Bid] = (),
) -> None:
    """Raise BidError for the first bid that the house rules do not allow at these standings.

    The deficit required for a blind bid is checked only with standings, and not for a seat that
    bid blind in the `old` bids.
    """
    game = house.game
    check_numbers(game, bids)
    for seat, bid in enumerate(bids):
        if bid.blind and house.bids_spades:
            raise BidError("bids are the spades", seat=seat)
        if bid.blind and not bid.is_nil and not house.blind_minimum:
            raise BidError("blind bid not played", **_bidder(game, bids, seat), bid=bid.tricks)
        if bid.blind and standings is not None and not (old and old[seat].blind):
            _check_deficit(house, bids, standings, seat)
    for side in range(len(game.sides)):
        check_side(house, bids, side)
    check_total(house, sum([bid.tricks for bid in bids]))


def check_side(house: HouseRules, bids: Sequence[Bid], side: int) -> None:
    """Raise BidError for bids that one side may not combine."""
    seats = house.game.sides[side]
    nils = [seat for seat in seats if bids[seat].is_nil]
    if nils and not house.has_nil:
        raise BidError("nil not played", seat=nils[0])
    for seat in nils:
        if bids[seat].blind and house.nil is Nil.NOT_BLIND:
            raise BidError("blind nil not played", seat=seat)
    if 1 < len(nils) == len(seats) and house.two_nils is TwoNils.FORBIDDEN:
        raise BidError("two nils not allowed", side=side)
    if house.bidding is Bidding.SUICIDE and len(seats) > 1:
        _check_suicide(bids, side, seats)
    contract = get_contract(house.game, bids, side)
    if len(seats) > 1 and contract < house.board:
        raise BidError("below board", side=side, bid=contract, least=house.board)
    blind = sum([bids[seat].tricks for seat in seats if bids[seat].blind])
    if 0 < blind < house.blind_minimum:
        raise BidError("blind bid too low", side=side, bid=blind, least=house.blind_minimum)


def check_total(house: HouseRules, total: int) -> None:
    """Raise BidError for a forbidden total of all bids, in tricks."""
    spades = house.game.spades
    if house.bidding is Bidding.MIRROR and spades is not None and total != spades:
        raise BidError("mirror bids must total", total=total, spades=spades)
    most = SPADES_PER_PACK if spades is None else spades
    if house.bids_spades and total > most:
        raise BidError("more than the spades", total=total, spades=most)
    if total == house.forbidden_total:
        raise BidError("forbidden total", total=total)


def find_odd_bids(house: HouseRules, bids: Sequence[Bid]) -> tuple[OddBid, ...]:
    """Return the bids that are legal but unusual (rules.md §5)."""
    game, odd_bids = house.game, []
    for side, seats in enumerate(game.sides):
        contract = get_contract(game, bids, side)
        nils = sum(bids[seat].is_nil for seat in seats)
        if contract > game.tricks:
            odd_bids.append(OddBid("contract over all tricks", side))
        if nils == len(seats) > 1:
            odd_bids.append(OddBid("all partners nil", side))
        elif len(seats) > 1 and nils and contract >= HIGH_CONTRACT_WITH_NIL:
            odd_bids.append(OddBid("high contract beside nil", side))
    # In mirror, nobody chooses the total.
    if count_unbid_tricks(game, bids) == 0 and house.bidding is not Bidding.MIRROR:
        odd_bids.append(OddBid("bids add up to all tricks"))
    return tuple(odd_bids)


def _check_deficit(
    house: HouseRules, bids: Sequence[Bid], standings: Sequence[Standing], seat: int
) -> None:
    """Raise BidError unless the side of a seat is far enough behind for a blind bid."""
    best = max(standing.points for standing in standings)
    behind = best - standings[house.game.side_of[seat]].points
    if behind < house.blind_deficit:
        who = _bidder(house.game, bids, seat)
        raise BidError("not far enough behind", **who, behind=behind, deficit=house.blind_deficit)


def _bidder(game: Game, bids: Sequence[Bid], seat: int) -> dict[str, int]:
    """Return the seat, or the side if partners bid together, as the value of an error."""
    return {"side": game.side_of[seat]} if is_shared(game, bids, seat) else {"seat": seat}


def _check_suicide(bids: Sequence[Bid], side: int, seats: Sequence[int]) -> None:
    """Raise BidError unless one partner bids nil and the other enough; a lone player is free."""
    if sum([bids[seat].is_nil for seat in seats]) != 1:
        raise BidError("suicide needs one nil", side=side)
    for seat in seats:
        if 0 < bids[seat].tricks < MIN_SUICIDE_BID:
            raise BidError(
                "suicide bid too low", seat=seat, bid=bids[seat].tricks, least=MIN_SUICIDE_BID
            )
