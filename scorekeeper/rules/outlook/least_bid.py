"""The lowest bid that wins the match for a side in the hand that is due (rules.md §6)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.rules.bids import BLIND_NIL, NIL, PARTNER, Bid, check_bids, list_bids
from scorekeeper.rules.errors import BidError
from scorekeeper.rules.hand import Tricks
from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.lines import Reason, Standing
from scorekeeper.rules.match.outcome import START, Progress, decide
from scorekeeper.rules.match.state import MatchState
from scorekeeper.rules.rulings import Ruling
from scorekeeper.rules.scoring.hand import score_hand

SideBids = tuple[Bid, ...]


class WinningBids(NamedTuple):
    """Bids of a side that win if made; `exactly` means that an overtrick can cost the win."""

    bids: SideBids
    exactly: bool


def find_least_bids(match: MatchState, minutes: float) -> tuple[tuple[WinningBids, ...], ...]:
    """Return the lowest bids of each side that win the match in the hand that is due.

    `minutes` are those from the start of the match until now, for tables that play by the clock.
    """
    progress = match.progress._replace(minutes=minutes)
    rulings = match.current_hand.rulings if match.current_hand else ()
    return tuple(
        find_least_winning_bids(match.house, match.standings, side, progress, rulings)
        for side in range(len(match.sides))
    )


def find_least_winning_bids(
    house: HouseRules,
    standings: Sequence[Standing],
    side: int,
    progress: Progress = START,
    rulings: tuple[Ruling, ...] = (),
) -> tuple[WinningBids, ...]:
    """Return the lowest bids that win if a side makes them exactly and no other side scores.

    First the lowest contract, then a nil if the partner needs fewer tricks; blind bids if neither
    is enough. Only legal bids are returned. `progress` is the progress before the hand, `rulings`
    are those on it.

    >>> house = HouseRules.of("partnership", board=4)
    >>> ways = find_least_winning_bids(house, [Standing(430, bags=6), Standing(390)], side=0)
    >>> [([bid.notation for bid in bids], exactly) for bids, exactly in ways]
    [([6, 1], True), (['nil', 4], True)]
    """
    known = {*list_bids(house), PARTNER}

    def least(ways: Iterable[SideBids]) -> WinningBids | None:
        legal = (bids for bids in ways if known.issuperset(bids))
        tried = (_try(house, standings, side, bids, progress, rulings) for bids in legal)
        return next((way for way in tried if way and _accepted(house, standings, side, way)), None)

    seats, most, shared = len(house.game.sides[side]), house.game.tricks, house.bids_by_side
    partners = _list_contracts(seats - 1, most)
    # Partners who bid together never both bid nil.
    others = [] if shared else [(NIL,) * (seats - 1)]
    contract = least(_list_contracts(seats, most, shared=shared))
    nil = least((NIL, *bids) for bids in (*partners, *others))
    if contract or nil:
        return _worth_saying(contract, nil)
    blind_partners = _list_contracts(seats - 1, most, blind=True)
    blinds = (
        least(_list_contracts(seats, most, blind=True, shared=shared)),
        least((NIL, *bids) for bids in blind_partners),
    )
    blind = min(filter(None, blinds), key=lambda way: sum_bids(way.bids), default=None)
    others += [] if shared else [(BLIND_NIL,) * (seats - 1)]
    every = (*partners, *blind_partners, *others)
    return _worth_saying(blind, least((BLIND_NIL, *bids) for bids in every))


def sum_bids(bids: Sequence[Bid]) -> int:
    return sum([bid.tricks for bid in bids])


def _worth_saying(first: WinningBids | None, nil: WinningBids | None) -> tuple[WinningBids, ...]:
    """Return the bids that exist, the nil only if its side then promises fewer tricks."""
    if first and nil and sum_bids(nil.bids) >= sum_bids(first.bids):
        return (first,)
    return tuple([way for way in (first, nil) if way])


def _list_contracts(
    seats: int, most: int, *, blind: bool = False, shared: bool = False
) -> list[SideBids]:
    """Return contracts of a number of seats without a nil, perhaps shared, the lowest first."""
    if not seats:
        return [()]
    partners = [PARTNER if shared else Bid(1, blind)] * (seats - 1)
    return [(Bid(tricks, blind), *partners) for tricks in range(1, most - sum_bids(partners) + 1)]


def _try(
    house: HouseRules,
    standings: Sequence[Standing],
    side: int,
    own: SideBids,
    progress: Progress,
    rulings: tuple[Ruling, ...],
) -> WinningBids | None:
    """Return these bids if they win when made exactly while no other side scores."""
    game, contract = house.game, sum_bids(own)
    bids, exactly = [Bid(1)] * game.seats, None
    for seat, bid in zip(game.sides[side], own, strict=True):
        bids[seat] = bid
    taken = tuple([0 if bid.is_nil else None for bid in bids])
    # Rulings can move tricks, so another number may make the contract exactly.
    for tricks in range(0 if rulings else contract, game.tricks + 1 if contract else 1):
        piles = [0] * len(standings)
        piles[side], piles[side - 1] = tricks, game.tricks - tricks
        score = score_hand(house, bids, Tricks(taken, tuple(piles)), standings, rulings)[side]
        if score.made is False:
            continue
        after = [*standings[:side], score.standing, *standings[side + 1 :]]
        outcome = decide(house, after, progress.after([True] * len(standings)))
        if outcome is None or outcome.winner != side:
            has_overtricks = any([line.reason is Reason.OVERTRICKS for line in score.lines])
            return WinningBids(own, True) if has_overtricks and exactly is not None else None
        exactly = False
    return None if exactly is None else WinningBids(own, exactly)


def _accepted(
    house: HouseRules, standings: Sequence[Standing], side: int, way: WinningBids
) -> bool:
    """Whether these bids of a side are legal with some bids of the others."""
    for bids in _with_others(house, side, way.bids):
        try:
            check_bids(house, bids, standings)
        except BidError:
            continue
        return True
    return False


def _with_others(house: HouseRules, side: int, own: SideBids) -> Iterator[list[Bid]]:
    """Yield bids of all seats: the others bid every total, evenly, with a nil in pairs or without.

    That is enough, because house rules limit the contract and nils of a side, and the total.
    """
    game = house.game
    others = [seats for index, seats in enumerate(game.sides) if index != side]
    for total in range(max(game.tricks, game.spades or 0), -1, -1):
        for lowest in (1, 0):
            bids = [NIL] * game.seats
            for seat, bid in zip(game.sides[side], own, strict=True):
                bids[seat] = bid
            for place, seats in enumerate(others):
                contract = (total + place) // len(others)
                for seat in seats[:-1]:
                    bids[seat] = Bid(min(lowest, contract))
                    contract -= bids[seat].tricks
                bids[seats[-1]] = Bid(contract)
            yield bids
