"""Hands under any house rules, and every contract with every number of tricks, scored twice."""

from itertools import product
from random import Random

import pytest

from scorekeeper.rules import NIL, Bid, HouseRules, Standing, count_tricks, score_hand
from tests.effort import tries
from tests.rules.score_cases import make_house
from tests.rules.scoring.naive_hand import NaiveScore, score_side

ALL = list(product(range(14), range(14), range(10)))


def score(
    house: HouseRules, bids: list[Bid], taken: list[int], before: list[Standing]
) -> list[NaiveScore]:
    """Return what the engine makes of a hand, in the form of the naive score."""
    tricks = count_tricks(house.game, bids, taken, [None] * len(house.game.sides))
    return [
        NaiveScore(
            [(line.reason, line.points) for line in side.lines], side.made, side.bags, side.standing
        )
        for side in score_hand(house, bids, tricks, before)
    ]


def score_naively(
    house: HouseRules, bids: list[Bid], taken: list[int], before: list[Standing]
) -> list[NaiveScore]:
    return [
        score_side(house, [bids[seat] for seat in seats], [taken[seat] for seat in seats], standing)
        for seats, standing in zip(house.game.sides, before, strict=True)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_hands_under_any_house_rules_score_as_by_hand(seed: int) -> None:
    random = Random(seed)
    for _ in range(tries(150)):
        house = make_house(random)
        seats, sides = house.game.seats, len(house.game.sides)
        for _ in range(4):
            bids = [
                Bid(random.choice((0, 0, 1, 2, 3, 4, 5, 7, 13)), blind=random.random() < 0.3)
                for _ in range(seats)
            ]
            cuts = sorted(random.randint(0, house.game.tricks) for _ in range(seats - 1))
            ends = zip([0, *cuts], [*cuts, house.game.tricks], strict=True)
            taken = random.sample([end - start for start, end in ends], seats)
            most_bags = max(house.bag_limit - 1, 0)
            before = [Standing(7, random.randint(0, most_bags)) for _ in range(sides)]
            hand = (house, bids, taken, before)
            assert score(*hand) == score_naively(*hand)


@pytest.mark.parametrize("failed_nil", ["nothing", "bags"])
@pytest.mark.parametrize("contract", range(14))
def test_every_hand_of_a_player_without_partner(contract: int, failed_nil: str) -> None:
    house = HouseRules.of("two-player", failed_nil=failed_nil)
    for own, taken, bags in ALL:
        if own == contract:
            before = [Standing(0, bags), Standing()]
            hand = (house, [Bid(own), NIL], [taken, 13 - taken], before)
            assert score(*hand) == score_naively(*hand)


@pytest.mark.parametrize("contract", range(2, 14))
def test_every_division_of_a_contract(contract: int) -> None:
    house = HouseRules.of("partnership")
    for own, taken, bags in ALL:
        for first in range(1, own if own == contract else 1):
            bids = [Bid(first), Bid(1), Bid(own - first), Bid(1)]
            before = [Standing(0, bags), Standing()]
            hand = (house, bids, [taken, 13 - taken, 0, 0], before)
            assert score(*hand) == score_naively(*hand)
