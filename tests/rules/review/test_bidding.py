"""Advice on bids equals scoring the hands again; its intervals hold for simulated players."""

from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given, strategies as st

from scorekeeper.rules import GAMES, Bid, HouseRules, Match, Standing, Tricks
from scorekeeper.rules.bids import get_contract
from scorekeeper.rules.house_rules import BigBid, SetPenalty
from scorekeeper.rules.review.bidding import (
    ComparedContract,
    ContractCounts,
    Gain,
    choose_advice,
    compare_contracts,
    compute_gain,
    compute_nil_gain,
    count_contracts,
)
from scorekeeper.rules.review.intervals import (
    Rate,
    compare_rates,
    compute_newcombe_interval,
    compute_wilson_interval,
)
from scorekeeper.rules.scoring.hand import find_big_bid, score_hand
from tests.rules.score_cases import make_house, make_match
from tests.rules.table import PLAYERS

HANDS = 10_000
SIMULATED_PLAYERS = 400


def test_counts_are_those_of_the_hands_that_count() -> None:
    random, seen = Random(1), 0
    while seen < HANDS:
        _, match = make_match(random, make_house(random), [])
        expected: dict[tuple[int, int], list[int]] = {}
        for hand, score in zip(match.hands, match.scores, strict=True):
            if score is None or not hand.bids or hand.rulings or match.house.bids_spades:
                continue
            for side, seats in enumerate(match.house.game.sides):
                bids = [hand.bids[seat] for seat in seats]
                if any(bid.is_nil or bid.blind for bid in bids):
                    continue
                contract, taken = sum(bid.tricks for bid in bids), hand.tricks.piles[side]
                kind = 0 if taken > contract else contract - taken + 1
                expected.setdefault((side, contract), [0, 0, 0, 0])[min(kind, 3)] += 1
                seen += 1
        assert {key: [*counts] for key, counts in count_contracts(match).items()} == expected


def test_gains_are_those_of_scoring_each_hand_again() -> None:
    random, compared = Random(2), 0
    while compared < HANDS:
        house = make_house(random)
        game, by = house.game, random.choice((-1, 1))
        contract, hands = random.randint(1, game.tricks), random.randint(1, 30)
        takens = [random.randint(0, game.tricks) for _ in range(hands)]
        kinds = [
            sum(taken > contract for taken in takens),
            *(takens.count(contract - missing) for missing in (0, 1)),
            sum(taken < contract - 1 for taken in takens),
        ]
        gain = compute_gain(house, contract, ContractCounts(*kinds), by)
        partners = 1 if house.bids_by_side else len(game.sides[0])
        least = max(partners, house.board) if game.has_partners else partners
        big_bids = [find_big_bid(house, bid) for bid in (contract, contract + by)]
        depends = house.set_penalty is SetPenalty.SHORTFALL and len({*map(replaces, big_bids)}) > 1
        assert (gain is None) == (not least <= contract + by <= game.tricks or depends)
        if gain is None:
            continue
        gained = [
            score_again(house, contract + by, taken) - score_again(house, contract, taken)
            for taken in takens
        ]
        assert gain.mean == pytest.approx(sum(gained) / hands)
        assert gain.low <= gain.mean <= gain.high
        compared += hands


def replaces(big: BigBid | None) -> bool:
    return big is not None and big.how == "instead"


def score_again(house: HouseRules, contract: int, taken: int) -> float:
    """Return the points of the first side, in which each bag costs its share of the penalty."""
    game = house.game
    bids = [Bid(1)] * game.seats
    first, *others = game.sides[0]
    bids[first] = Bid(contract - len(others))
    if contract - len(others) < 1:  # a number that partners bid together
        bids[first], bids[others[0]] = Bid(contract), Bid(0, shared=True)
    assert get_contract(game, bids, 0) == contract
    left = [game.tricks - taken, *[0] * (len(game.sides) - 2)]
    tricks = Tricks((None,) * game.seats, (taken, *left))
    first_side = score_hand(house, bids, tricks, [Standing()] * len(game.sides))[0]
    penalties = sum(one.points for one in first_side.lines if one.reason.value == "bag penalty")
    share = house.bag_penalty / house.bag_limit if house.bag_limit else 0
    return first_side.points - penalties - first_side.bags * share


@pytest.mark.parametrize("hands", [30, 100])
@pytest.mark.parametrize("game", ["partnership", "two-player"])
def test_ranges_hold_for_19_of_20_simulated_players(game: str, hands: int) -> None:
    random, house, held, advised, wrong = Random(hands), HouseRules.of(game), [], 0, 0
    for _ in range(SIMULATED_PLAYERS):
        contract = random.randint(4, 9)
        missing = NormalDist(random.gauss(-0.5, 0.7), 1.5)
        below = [missing.cdf(edge) for edge in (-0.5, 0.5, 1.5)]
        chances = [below[0], below[1] - below[0], below[2] - below[1], 1 - below[2]]
        kinds = random.choices(range(4), chances, k=hands)
        counts = ContractCounts(*[kinds.count(kind) for kind in range(4)])
        # Of very many hands, the mean is the truth.
        crowd = ContractCounts(*[round(chance * 10**9) for chance in chances])
        truth = {by: compute_gain(house, contract, crowd, by) for by in (-1, 1)}
        for by, true in truth.items():
            gain = compute_gain(house, contract, counts, by)
            held.append(gain.low <= true.mean <= gain.high)
        advice = choose_advice(compare_contracts(house, {contract: counts}))
        if advice is not None:
            advised, wrong = advised + 1, wrong + (truth[advice.by].mean < 0)
    assert 0.93 <= sum(held) / len(held) <= 0.98
    assert advised > SIMULATED_PLAYERS / 10
    assert wrong <= 0.04 * advised


def test_advice_is_the_change_with_the_highest_lower_bound() -> None:
    counts, some = ContractCounts(10, 10, 10, 10), Gain(20, 1, 40)
    compared = [
        ComparedContract(8, counts, Gain(30, -1, 60), None),
        ComparedContract(9, counts, some, Gain(-20, -30, -10)),
        ComparedContract(5, counts, None, Gain(9, 4, 14)),
    ]
    advice = choose_advice(compared)
    assert (advice.contract, advice.by, advice.gain.low, advice.made) == (5, 1, 4, Rate(20, 40))
    assert choose_advice(compared[:1]) is None


def test_nothing_is_compared_below_30_hands_and_nil_is_no_contract() -> None:
    counts = {0: ContractCounts(20, 20), 5: ContractCounts(20, 9), 6: ContractCounts(20, 10)}
    assert [one.contract for one in compare_contracts(HouseRules(), counts)] == [6]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_lowest_and_highest_contract(game: str) -> None:
    house, counts = HouseRules.of(game), ContractCounts(10, 10, 10, 10)
    least = len(house.game.sides[0])
    assert compute_gain(house, least, counts, -1) is None
    assert compute_gain(house, least, counts, 1) is not None
    assert compute_gain(house, house.game.tricks, counts, 1) is None


def test_matches_in_which_the_cards_determine_the_bids_have_no_contracts() -> None:
    house = HouseRules.of("partnership", bidding="mirror")
    match = Match.start(house, PLAYERS["partnership"]).bid([Bid(3), Bid(3), Bid(3), Bid(4)])
    assert count_contracts(match.record_tricks([None] * 4, [7, 6])) == {}


def test_nil_pays_from_the_rate_at_which_bonus_and_penalty_are_equal() -> None:
    house = HouseRules(nil_bonus=50, nil_penalty=100)
    assert compute_nil_gain(house, Rate(20, 30)).mean == pytest.approx(0)
    assert compute_nil_gain(house, Rate(19, 29)) is None
    assert compute_nil_gain(HouseRules(nil="not played"), Rate(20, 30)) is None
    assert compute_nil_gain(HouseRules(nil_bonus=0, nil_penalty=0), Rate(20, 30)) is None


rates = st.integers(1, 500).flatmap(
    lambda tried: st.builds(Rate, st.integers(0, tried), st.just(tried))
)


def test_no_tries_give_no_interval() -> None:
    assert Rate(0, 0).share == 0
    assert compare_rates(Rate(0, 0), Rate(30, 30)) == compare_rates(Rate(30, 30), Rate(0, 0)) == 0


def test_thirty_tries_give_a_percentage() -> None:
    assert [Rate(20, tried).is_enough for tried in (29, 30)] == [False, True]


@given(rates)
def test_a_rate_is_within_its_interval(rate: Rate) -> None:
    low, high = compute_wilson_interval(rate)
    assert 0 <= low <= rate.share + 1e-12
    assert rate.share - 1e-12 <= high <= 1


@given(rates, rates)
def test_one_rate_is_better_if_the_other_is_worse(one: Rate, other: Rate) -> None:
    assert compare_rates(one, other) == -compare_rates(other, one)
    low, high = compute_newcombe_interval(one, other)
    assert low <= one.share - other.share <= high
