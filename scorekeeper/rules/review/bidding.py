"""Comparison of contracts: the same hands, counted with a bid one lower or one higher."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import NamedTuple

from scorekeeper.rules.bids import Bid, get_contract
from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.match.facts import Facts
from scorekeeper.rules.review.intervals import Z_SCORE_95, Rate, compute_wilson_interval
from scorekeeper.rules.scoring.hand import score_contract

NIL_CONTRACT = 0
"""The contract under which nils are counted: `exact` are those made, `over` those failed."""


class ContractCounts(NamedTuple):
    """Hands of one contract: with more tricks, just made, one trick short, and with fewer."""

    over: int = 0
    exact: int = 0
    short: int = 0
    under: int = 0

    @property
    def made(self) -> Rate:
        return Rate(self.over + self.exact, sum(self))


class Gain(NamedTuple):
    """Points per hand, with the bounds of the 95 % interval of the true value."""

    mean: float
    low: float
    high: float


class ComparedContract(NamedTuple):
    """A contract, its hands, and the gain with one lower and one higher; None if not possible."""

    contract: int
    counts: ContractCounts
    less: Gain | None
    more: Gain | None


class Advice(NamedTuple):
    """A contract that would have scored more one trick lower (`by` is -1) or higher (1)."""

    contract: int
    by: int
    gain: Gain
    made: Rate


def count_contracts(match: Facts) -> dict[tuple[int, int], ContractCounts]:
    """Return the counts of each side and contract of a match.

    Hands with a ruling or without bids, and sides with a nil or a blind bid are left out, and
    matches in which the cards determine the bids.

    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"])
    >>> match = match.bid([Bid(6), NIL]).record_tricks([7, 6]).bid([Bid(6), Bid(9)])
    >>> count_contracts(match.record_tricks([6, 7]))[0, 6]
    ContractCounts(over=1, exact=1, short=0, under=0)
    """
    house, kinds = match.house, Counter[tuple[int, int, int]]()
    for _, _, hand, _ in match.scored_hands:
        if not (hand.bids and hand.tricks) or hand.rulings or house.bids_spades:
            continue
        for side, seats in enumerate(house.game.sides):
            if not any(hand.bids[seat].is_nil or hand.bids[seat].blind for seat in seats):
                contract = get_contract(house.game, hand.bids, side)
                missing = contract - hand.tricks.piles[side]
                kinds[side, contract, min(max(missing, -1), 2) + 1] += 1
    return {
        (side, contract): ContractCounts(*[kinds[side, contract, kind] for kind in range(4)])
        for side, contract, _ in kinds
    }


def compare_contracts(
    house: HouseRules, counts: Mapping[int, ContractCounts]
) -> list[ComparedContract]:
    """Return the contracts with enough hands for a percentage, the lowest first."""
    return [
        ComparedContract(
            contract,
            counts[contract],
            compute_gain(house, contract, counts[contract], -1),
            compute_gain(house, contract, counts[contract], +1),
        )
        for contract in sorted(counts)
        if contract != NIL_CONTRACT and counts[contract].made.is_enough
    ]


def compute_gain(house: HouseRules, contract: int, counts: ContractCounts, by: int) -> Gain | None:
    """Return the gain per hand if the same tricks had been taken with a contract `by` higher.

    Each bag costs its share of the penalty. None if nobody can bid that contract, or if the gain
    depends on how many tricks were missing: a big bid may replace a penalty for each of them.

    The interval counts one hand more of each worth: without them, its width would be 0 for a
    contract that always came out the same way.

    >>> house = HouseRules.of("partnership")
    >>> gain = compute_gain(house, 9, ContractCounts(over=18, exact=15, short=12, under=13), -1)
    >>> [round(points) for points in gain]
    [27, 9, 47]
    """
    game = house.game
    least = 1 if house.bids_by_side else len(game.sides[0])
    if game.has_partners:
        least = max(least, house.board)
    if not least <= contract + by <= game.tricks:
        return None
    *gains, one_fewer = [
        _value(house, contract + by, contract + over) - _value(house, contract, contract + over)
        for over in (1, 0, -1, -2, -3)
    ]
    if one_fewer != gains[-1]:
        return None
    weights = Counter[float]()
    for gain, number in zip(gains, counts, strict=True):
        weights[gain] += number
    mean, _ = _average(weights)
    weights.update([*weights])
    middle, error = _average(weights)
    return Gain(mean, middle - Z_SCORE_95 * error, middle + Z_SCORE_95 * error)


def choose_advice(compared: Iterable[ComparedContract]) -> Advice | None:
    """Return the change that surely gained most: the one with the highest lower bound above 0."""
    gains = [
        Advice(one.contract, by, gain, one.counts.made)
        for one in compared
        for by, gain in ((-1, one.less), (1, one.more))
        if gain is not None and gain.low > 0
    ]
    return max(gains, key=lambda advice: advice.gain.low, default=None)


def compute_nil_gain(house: HouseRules, nils: Rate) -> Gain | None:
    """Return the points per nil; None with too few nils, or if house rules give it no points.

    >>> [round(points) for points in compute_nil_gain(HouseRules(), Rate(19, 30))]
    [27, -9, 56]
    """
    worth = house.nil_bonus + house.nil_penalty
    if not (nils.is_enough and house.has_nil and worth):
        return None
    shares = (nils.share, *compute_wilson_interval(nils))
    return Gain(*[share * worth - house.nil_penalty for share in shares])


def _value(house: HouseRules, contract: int, taken: int) -> float:
    made = taken >= contract
    bids = [Bid(contract)] * house.game.seats
    points = sum([one.points for one in score_contract(house, bids, 0, contract, taken, made)])
    if not made:
        return points
    bag = house.bag_penalty / house.bag_limit if house.bag_limit else 0
    return points + (taken - contract) * (house.overtrick_points - bag)


def _average(weights: Mapping[float, int]) -> tuple[float, float]:
    """Return the mean of values by their number, and its standard error."""
    number = sum(weights.values())
    mean = sum(value * weight for value, weight in weights.items()) / number
    squares = sum(weight * (value - mean) ** 2 for value, weight in weights.items())
    return mean, sqrt(squares / max(number - 1, 1) / number)
