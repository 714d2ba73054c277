"""A hand: one round of bids and tricks, as the table recorded it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.bids import Bid
from scorekeeper.rules.errors import TrickError
from scorekeeper.rules.games import Game
from scorekeeper.rules.rulings import Ruling


class Redeal(StrEnum):
    """The reason why a hand starts over."""

    MISDEAL = "misdeal"


@dataclass(frozen=True, slots=True)
class Tricks:
    """The tricks of a hand (rules.md §3).

    `seats` holds each seat's own tricks, None if they are pooled with its partner's; `piles` holds
    each side's tricks without those of its nil bidders, which are always counted separately.
    """

    seats: tuple[int | None, ...]
    piles: tuple[int, ...]


class Taker(NamedTuple):
    """The taker of a trick: a side, and the seat unless the side pools its tricks in one pile.

    `asked` means that the seat must still be named, because a partner has bid nil since.
    """

    side: int
    seat: int | None = None
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """Bids by seat, tricks once they are taken, rulings, or the reason why the hand starts over.

    `tally` lists the takers of the tricks so far, in order, if the table recorded them one by one.

    `bids` is an empty tuple in a first hand without bids. A hand can have rulings before it has
    bids. `first` is the seat that deals or draws first, if the table said so.
    """

    bids: tuple[Bid, ...] | None = None
    tricks: Tricks | None = None
    redeal: Redeal | None = None
    rulings: tuple[Ruling, ...] = ()
    noted: datetime | None = None
    tally: tuple[Taker, ...] = ()
    note: str = ""
    first: int | None = None

    @property
    def has_tricks_by_seat(self) -> bool:
        """Whether the tricks of every seat are recorded.

        >>> Hand(tricks=Tricks((8, None, 0, None), (8, 5))).has_tricks_by_seat
        False
        """
        return self.tricks is not None and None not in self.tricks.seats

    @property
    def is_empty(self) -> bool:
        """Whether nothing is recorded of this hand: no bids, tricks, misdeal, rulings or dealer."""
        return not (self.bids or self.is_complete or self.rulings) and self.first is None

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to record in this hand."""
        return self.tricks is not None or self.redeal is not None


def list_pooled_seats(game: Game, bids: Sequence[Bid], side: int) -> tuple[int, ...]:
    """Return the seats of a side that may pool their tricks: those that did not bid nil."""
    if not bids:
        return game.sides[side]
    return tuple([seat for seat in game.sides[side] if not bids[seat].is_nil])


def list_nil_seats(game: Game, bids: Sequence[Bid], side: int) -> tuple[int, ...]:
    """Return the seats of a side that bid nil; their tricks are always counted separately."""
    return tuple([seat for seat in game.sides[side] if bids[seat].is_nil]) if bids else ()


class TricksOwner(StrEnum):
    """The owner of counted tricks: one seat, or a side with its pile."""

    SEAT = "seat"
    SIDE = "side"


@dataclass(frozen=True, slots=True)
class AskedTricks:
    """A number of tricks that the table is asked for: those of a seat, or of a side's pile."""

    kind: TricksOwner
    index: int


def list_asked_tricks(
    game: Game, bids: Sequence[Bid], by_seat: bool = False
) -> tuple[AskedTricks, ...]:
    """Return the numbers of tricks that the table is asked for, in the order of the questions.

    Nils come first, then the pile of a nil's side; the last number follows from the others.
    With `by_seat`, each seat is asked for its own.

    >>> asked = list_asked_tricks(PARTNERSHIP, [Bid(3), NIL, Bid(3), Bid(3)])
    >>> [(number.kind.value, number.index) for number in asked]
    [('seat', 1), ('side', 1), ('side', 0)]
    """
    if by_seat:
        return tuple(AskedTricks(TricksOwner.SEAT, seat) for seat in range(game.seats))
    nils = [AskedTricks(TricksOwner.SEAT, seat) for seat, bid in enumerate(bids) if bid.is_nil]
    sides = sorted(range(len(game.sides)), key=lambda side: not list_nil_seats(game, bids, side))
    piles = [
        AskedTricks(TricksOwner.SIDE, side) for side in sides if list_pooled_seats(game, bids, side)
    ]
    return (*nils, *piles)


def fill_in(
    game: Game, bids: Sequence[Bid], seats: Sequence[int | None], piles: Sequence[int | None]
) -> tuple[list[int | None], list[int | None]]:
    """Return seats and piles with a single missing number filled by the tricks that are left.

    If the known numbers already add up to too many, missing ones are 0, so that there is a sum.

    >>> fill_in(PARTNERSHIP, [Bid(3)] * 4, [None] * 4, [8, None])
    ([None, None, None, None], [8, 5])
    """
    known_seats, known_piles = list(seats), list(piles)
    numbers: list[int] = []
    missing: list[tuple[list[int | None], int]] = []
    for side in range(len(game.sides)):
        pooled = list_pooled_seats(game, bids, side)
        own = [seat for seat in pooled if seats[seat] is None]
        pile = piles[side]
        if pile is not None:
            numbers.append(pile)
        elif len(own) > 1 or (own and len(pooled) == 1):
            missing.append((known_piles, side))
        else:
            missing.extend((known_seats, seat) for seat in own)
            numbers.extend(number for seat in pooled if (number := seats[seat]) is not None)
        for seat in list_nil_seats(game, bids, side):
            own_tricks = seats[seat]
            if own_tricks is None:
                missing.append((known_seats, seat))
            else:
                numbers.append(own_tricks)
    left = game.tricks - sum(numbers)
    if len(missing) == 1 or left < 0:
        for place, index in missing:
            place[index] = max(left, 0)
    return known_seats, known_piles


def count_tricks(
    game: Game, bids: Sequence[Bid], seats: Sequence[int | None], piles: Sequence[int | None]
) -> Tricks:
    """Return the checked tricks of a hand; raise TrickError for impossible numbers.

    >>> bids = [Bid(4), Bid(3), NIL, Bid(2)]
    >>> count_tricks(PARTNERSHIP, bids, [6, None, 1, None], [None, 6])
    Tricks(seats=(6, None, 1, None), piles=(6, 6))
    >>> count_tricks(PARTNERSHIP, bids, [8, None, 1, None], [None, 6])
    Traceback (most recent call last):
    scorekeeper.rules.errors.TrickError: too many tricks (sides=(9, 6), total=15, tricks=13)
    """
    if len(seats) != game.seats:
        raise TrickError("one number a seat", numbers=len(seats), seats=game.seats)
    if len(piles) != len(game.sides):
        raise TrickError("one pile a side", piles=len(piles), sides=len(game.sides))
    for number in (*seats, *piles):
        if number is not None and not 0 <= number <= game.tricks:
            raise TrickError("not a number of tricks", number=number, tricks=game.tricks)
    own, apart = list(seats), [0] * len(piles)
    for seat, bid in enumerate(bids):
        if bid.is_nil:
            if (number := own[seat]) is None:
                raise TrickError("tricks of nil bidder missing", seat=seat)
            apart[game.side_of[seat]] += number
    totals = [
        _count_pile(list_pooled_seats(game, bids, side), side, own, pile)
        for side, pile in enumerate(piles)
    ]
    total = sum(totals) + sum(apart)
    if total != game.tricks:
        code = "too many tricks" if total > game.tricks else "too few tricks"
        taken = tuple(map(sum, zip(totals, apart, strict=True)))
        raise TrickError(code, sides=taken, total=total, tricks=game.tricks)
    return Tricks(tuple(own), tuple(totals))


def add_tricks(game: Game, hand: Hand, tricks: Tricks, noted: datetime | None) -> Hand:
    """Return the hand with its tricks recorded; the tally is kept unless it contradicts them."""
    tally = hand.tally if _is_possible(game, hand.tally, tricks) else ()
    return replace(hand, tricks=tricks, tally=tally, noted=noted)


def reassign_tally(
    game: Game, tally: Sequence[Taker], old: Sequence[Bid], new: Sequence[Bid]
) -> tuple[Taker, ...]:
    """Return the takers in a tally after the bids changed, so that other seats bid nil.

    A seat that followed from the old bids is kept; a seat that is now needed is asked for.

    >>> beside_nil, plain = [NIL, Bid(3), Bid(3), Bid(3)], [Bid(3)] * 4
    >>> reassign_tally(PARTNERSHIP, [Taker(0), Taker(1)], beside_nil, plain)
    (Taker(side=0, seat=2, asked=False), Taker(side=1, seat=None, asked=False))
    >>> reassign_tally(PARTNERSHIP, [Taker(0), Taker(1)], plain, beside_nil)[0]
    Taker(side=0, seat=None, asked=True)
    """
    return tuple(_reassign_entry(game, entry, old, new) for entry in tally)


def _reassign_entry(game: Game, entry: Taker, old: Sequence[Bid], new: Sequence[Bid]) -> Taker:
    if entry.seat is not None:
        return entry
    takers = list_pooled_seats(game, old, entry.side)
    if len(takers) == 1 and not entry.asked:
        return Taker(entry.side, takers[0])
    return Taker(entry.side, asked=bool(list_nil_seats(game, new, entry.side)))


def _is_possible(game: Game, tally: Sequence[Taker], tricks: Tricks) -> bool:
    """Whether no seat or side took more tricks in the tally than in the counted hand."""
    by_seat = [sum(entry.seat == seat for entry in tally) for seat in range(game.seats)]
    for side, seats in enumerate(game.sides):
        own = [tricks.seats[seat] for seat in seats]
        unsaid = tricks.piles[side] if None in own else 0
        if sum(entry.side == side for entry in tally) > unsaid + sum(filter(None, own)):
            return False
    return all(
        noted <= (game.tricks if taken is None else taken)
        for noted, taken in zip(by_seat, tricks.seats, strict=True)
    )


def _count_pile(pooled: Sequence[int], side: int, own: list[int | None], pile: int | None) -> int:
    """Return a side's pile; if one seat's tricks follow from the others, set them in `own`."""
    unknown = [seat for seat in pooled if own[seat] is None]
    known = sum([own[seat] or 0 for seat in pooled])
    if pile is None:
        if unknown:
            raise TrickError("tricks missing", side=side)
        return known
    if known > pile or (known < pile and not unknown):
        raise TrickError("pile is not the sum", side=side, pile=pile, sum=known)
    if len(unknown) == 1:
        own[unknown[0]] = pile - known
    return pile
