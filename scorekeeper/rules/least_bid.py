"""The least bid that wins: what a side has to bid before the hand (rules.md §6)."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rules.bids import NIL, Bid
from scorekeeper.rules.hand import Tricks
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.lines import SideScore, Standing
from scorekeeper.rules.outcome import START, Progress, decide
from scorekeeper.rules.scoring import score_hand


class LeastBid(NamedTuple):
    """What a side has to bid to win this hand: the least contract, and whether nil is enough."""

    contract: int | None
    nil: bool


def least_winning_bid(
    house: HouseRules, standings: Sequence[Standing], side: int, progress: Progress = START
) -> LeastBid:
    """Return what a side has to bid, and then make exactly, to win while the others stand still.

    The contract is None where no number of tricks is enough; nil is judged by its bonus alone,
    without the partner's contract. `progress` is how far the match had come before the hand.

    >>> house = HouseRules.of("partnership")
    >>> least_winning_bid(house, [Standing(430), Standing(390)], side=0)
    LeastBid(contract=7, nil=True)
    """
    then = progress.after([True] * len(standings))
    seats, (points, bags) = house.game.sides[side], standings[side]

    def wins_at(standing: Standing) -> bool:
        outcome = decide(house, [*standings[:side], standing, *standings[side + 1 :]], then)
        return outcome is not None and outcome.winner == side

    def scored(first: Bid, contract: int) -> SideScore:
        bids = [first if seat == seats[0] else Bid(1) for seat in range(house.game.seats)]
        piles = tuple([contract if index == side else 0 for index in range(len(standings))])
        return score_hand(house, bids, Tricks((0,) * len(bids), piles), standings)[side]

    # A contract smaller than its seats is none without a nil.
    contracts = range(len(seats), house.game.tricks + 1)
    contract = next(
        (
            contract
            for contract in contracts
            if wins_at(scored(Bid(contract - len(seats) + 1), contract).standing)
        ),
        None,
    )
    bonus = sum(line.points for line in scored(NIL, 0).lines if line.seat == seats[0])
    return LeastBid(contract, wins_at(Standing(points + bonus, bags)))
