"""Every contract from 0 to 13 with every number of tricks and bags, scored twice independently."""

from itertools import product

import pytest

from scorekeeper.rules import NIL, Bid, HouseRules, Standing, count_tricks, score_hand

ALL = list(product(range(14), range(14), range(10)))


def by_hand(contract: int, taken: int, bags: int, failed_nil: str = "nothing") -> tuple[int, int]:
    """Points and bags of one player, counted trick by trick as at a table without a program."""
    if taken < contract:
        return contract * -10, bags
    points = contract * 10 if contract else (100 if taken == 0 else -100)
    for _ in range(taken - contract if contract or failed_nil == "bags" else 0):
        points += 1
        bags += 1
        if bags == 10:
            points -= 100
            bags = 0
    return points, bags


def scored(house: HouseRules, contract: int, taken: int, bags: int) -> tuple[int, int]:
    bids = [Bid(contract), NIL]
    tricks = count_tricks(house.game, bids, [taken, 13 - taken], [None, None])
    return score_hand(house, bids, tricks, [Standing(0, bags), Standing()])[0].standing


@pytest.mark.parametrize("failed_nil", ["nothing", "bags"])
@pytest.mark.parametrize("contract", range(14))
def test_every_hand_of_a_player_without_partner(contract: int, failed_nil: str) -> None:
    house = HouseRules.of("two-player", failed_nil=failed_nil)
    cases = [case for case in ALL if case[0] == contract]
    assert [scored(house, *case) for case in cases] == [
        by_hand(*case, failed_nil) for case in cases
    ]


def of_partners(first: int, contract: int, taken: int, bags: int) -> tuple[int, int]:
    """A side whose partners share a contract, as far as neither bids nil."""
    house = HouseRules.of("partnership")
    bids = [Bid(first), Bid(1), Bid(contract - first), Bid(1)]
    tricks = count_tricks(house.game, bids, [None] * 4, [taken, 13 - taken])
    return score_hand(house, bids, tricks, [Standing(0, bags), Standing()])[0].standing


@pytest.mark.parametrize("contract", range(2, 14))
def test_every_division_of_a_contract(contract: int) -> None:
    cases = [(first, *case) for case in ALL for first in range(1, contract) if case[0] == contract]
    assert [of_partners(*case) for case in cases] == [by_hand(*case[1:]) for case in cases]
