"""The trick tally: the state of a hand, computed from the winners of its tricks so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.bids import Bid
from scorekeeper.rules.errors import TrickError
from scorekeeper.rules.hand import Taker, Tricks, list_pooled_seats
from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.lines import Reason, SideScore, Standing
from scorekeeper.rules.rulings import Ruling
from scorekeeper.rules.scoring.hand import score_hand


class ContractState(StrEnum):
    """The state of a side's contract."""

    NO_CONTRACT = "no contract"
    NEEDS = "needs"
    MADE = "made"
    SET = "set"


class SideTally(NamedTuple):
    """The state of a side; `taken` is its pile, without the tricks of its nil bidders.

    `needs` tricks are missing for the contract; it is set once more are missing than are left.
    `bags_left` are the bags until the next bag penalty, None at a table without bags; `bagged` says
    that the penalty is already due in this hand.
    """

    contract: int
    taken: int
    progress: ContractState
    needs: int
    overtricks: int
    bags_left: int | None
    bagged: bool


class NilTally(NamedTuple):
    """A nil bidder, and the trick (from 1) that broke the nil, None while it is still good."""

    seat: int
    broken: int | None


@dataclass(frozen=True)
class Tally:
    """The result of the tricks taken so far.

    `tricks` can be recorded once the tally is full; `takers` are the known takers of each trick.
    `number` is the trick that is due, from 1, one more than the last once the tally is full. If
    only the seat that took it is missing, `asked` is its side. `left` counts the remaining tricks.
    `leads` is the seat that leads next, None if unknown or if no trick is left.
    """

    tricks: Tricks
    takers: tuple[Taker, ...]
    number: int
    asked: int | None
    left: int
    leads: int | None
    sides: tuple[SideTally, ...]
    nils: tuple[NilTally, ...]

    @property
    def is_full(self) -> bool:
        return self.left == 0 and self.asked is None


def tally_tricks(
    house: HouseRules,
    bids: Sequence[Bid],
    standings: Sequence[Standing],
    leads: int,
    entries: Sequence[Taker],
    rulings: tuple[Ruling, ...] = (),
) -> Tally:
    """Tally the tricks of a hand in the order they were taken, from the standings before it.

    `leads` is the seat that led first; rulings move only tricks taken so far. Raises TrickError for
    an impossible entry.

    >>> house = HouseRules.of("partnership")
    >>> bids = [Bid(4), Bid(3), NIL, Bid(3)]
    >>> entries = [Taker(0, 0), Taker(1), Taker(0, 2), Taker(1)]
    >>> tally = tally_tricks(house, bids, [Standing()] * 2, 0, entries)
    >>> [(side.progress.value, side.needs) for side in tally.sides], tally.left
    ([('needs', 3), ('needs', 4)], 9)
    >>> tally.nils
    (NilTally(seat=2, broken=3),)
    """
    game = house.game
    takers = find_takers(house, bids, entries)
    left = game.tricks - len(entries)
    tricks = _count(house, bids, takers)
    nils = [seat for seat, bid in enumerate(bids) if bid.is_nil]
    won_by = [taker.seat for taker in takers]
    asked = _first_asked(entries)
    return Tally(
        tricks=tricks,
        takers=takers,
        number=1 + (len(entries) if asked is None else asked),
        asked=None if asked is None else entries[asked].side,
        left=left,
        leads=(won_by[-1] if won_by else leads) if left else None,
        sides=tuple(
            _tally_side(house, bids, standings, tricks, left, side, rulings)
            for side in range(len(game.sides))
        ),
        nils=tuple(
            NilTally(seat, won_by.index(seat) + 1 if seat in won_by else None) for seat in nils
        ),
    )


def find_takers(
    house: HouseRules, bids: Sequence[Bid], entries: Sequence[Taker]
) -> tuple[Taker, ...]:
    """Return the entries of a tally with the seats that follow from the bids.

    Raises TrickError for an impossible entry.

    >>> house, bids = HouseRules.of("partnership"), [NIL, Bid(4), Bid(3), Bid(3)]
    >>> find_takers(house, bids, [Taker(0), Taker(1)])
    (Taker(side=0, seat=2, asked=False), Taker(side=1, seat=None, asked=False))
    """
    game = house.game
    takers = tuple(_whose(house, bids, entry) for entry in entries)
    if len(takers) > game.tricks:
        taken = tuple(
            sum(entry.side == side for entry in takers) for side in range(len(game.sides))
        )
        raise TrickError("too many tricks", sides=taken, total=len(takers), tricks=game.tricks)
    return takers


def add_to_tally(
    house: HouseRules, bids: Sequence[Bid], entries: Sequence[Taker], taken: Taker
) -> tuple[Taker, ...]:
    """Return the tricks of a tally with one more, or with the first open question answered.

    Raises TrickError unless the answer is a seat of the side in question.
    """
    unanswered = _first_asked(entries)
    if unanswered is None:
        return (*entries, taken)
    side, taker = entries[unanswered].side, _whose(house, bids, taken)
    if taker.side != side or taker.seat is None:
        raise TrickError("trick of a side", side=side, trick=unanswered + 1)
    return (*entries[:unanswered], taker, *entries[unanswered + 1 :])


def _first_asked(entries: Sequence[Taker]) -> int | None:
    return next((place for place, entry in enumerate(entries) if entry.asked), None)


def _whose(house: HouseRules, bids: Sequence[Bid], entry: Taker) -> Taker:
    """Return the entry with its seat, if it follows from the side."""
    game = house.game
    if not 0 <= entry.side < len(game.sides):
        raise TrickError("no such side", side=entry.side)
    if entry.asked:
        return entry
    if entry.seat is not None:
        if entry.seat not in game.sides[entry.side]:
            raise TrickError("seat of another side", seat=entry.seat, side=entry.side)
        return entry
    pooled = list_pooled_seats(game, bids, entry.side)
    if not pooled and len(game.sides[entry.side]) > 1:
        raise TrickError("tricks of nil bidder missing", seat=game.sides[entry.side][0])
    candidates = pooled or game.sides[entry.side]
    return entry._replace(seat=candidates[0]) if len(candidates) == 1 else entry


def _count(house: HouseRules, bids: Sequence[Bid], takers: Sequence[Taker]) -> Tricks:
    """Return the tricks so far; partners' tricks are pooled if the taker of one is unknown."""
    seats: list[int | None] = [
        sum(taker.seat == seat for taker in takers) for seat in range(house.game.seats)
    ]
    piles = []
    for side in range(len(house.game.sides)):
        pooled = list_pooled_seats(house.game, bids, side)
        unsaid = sum(taker == Taker(side) for taker in takers)
        piles.append(unsaid + sum(seats[seat] or 0 for seat in pooled))
        if unsaid:
            for seat in pooled:
                seats[seat] = None
    return Tricks(tuple(seats), tuple(piles))


def _tally_side(
    house: HouseRules,
    bids: Sequence[Bid],
    standings: Sequence[Standing],
    tricks: Tricks,
    left: int,
    side: int,
    rulings: tuple[Ruling, ...],
) -> SideTally:
    def scored_with(more: int) -> SideScore:
        piles = tuple(pile + more * (side == index) for index, pile in enumerate(tricks.piles))
        return score_hand(house, bids, Tricks(tricks.seats, piles), standings, rulings)[side]

    now, needs, progress = scored_with(0), 0, ContractState.NO_CONTRACT
    if now.made is not None:
        every = range(house.game.tricks + 1)
        needs = next((more for more in every if scored_with(more).made), len(every))
        unmade = ContractState.NEEDS if needs <= left else ContractState.SET
        progress = ContractState.MADE if now.made else unmade
    amounts = {line.reason: line.amount for line in now.lines}
    return SideTally(
        contract=now.contract,
        taken=tricks.piles[side],
        progress=progress,
        needs=needs,
        overtricks=amounts.get(Reason.OVERTRICKS, 0),
        bags_left=house.bag_limit - now.standing.bags if house.bag_limit else None,
        bagged=Reason.BAG_PENALTY in amounts,
    )
