"""Before the bids: the least that wins the hand that is due, and that this table would accept."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from scorekeeper.rules import GAMES, BidError, HouseRules, Match, Reason, Standing, Tricks
from scorekeeper.rules.bids import PARTNER, Bid, check_bids, check_form, list_bids
from scorekeeper.rules.match.outcome import START, Progress, decide
from scorekeeper.rules.outlook.least_bid import find_least_bids, find_least_winning_bids
from scorekeeper.rules.scoring.hand import score_hand
from tests.effort import tries
from tests.rules.completions import Situation
from tests.rules.strategies import any_game, house_rules, rulings, usually
from tests.rules.table import PLAYERS, share_bids

Ways = list[list[int | str]]


def least(
    *points: int, side: int = 0, game: str = "partnership", progress: Progress = START, **house: Any
) -> Ways:
    """Return the lowest bids with which a side wins, as the match file writes them."""
    rules, standings = HouseRules.of(game, **house), [Standing(number) for number in points]
    ways = find_least_winning_bids(rules, standings, side, progress)
    return [[bid.notation for bid in way.bids] for way in ways]


@pytest.mark.parametrize(
    ("points", "ways"),
    [
        pytest.param((430, 390), [[6, 1], ["nil", 1]], id="seven tricks"),
        pytest.param((371, 390), [[12, 1], ["nil", 3]], id="all tricks"),
        pytest.param((369, 390), [["nil", 4]], id="no contract is enough"),
        pytest.param((495, 0), [[1, 1], ["nil", 1]], id="one each"),
        pytest.param((480, 499), [[1, 1], ["nil", 1]], id="what the other has does not matter"),
        pytest.param((300, 450), [["nil", 10]], id="nil and ten"),
        pytest.param((300, 0), [["nil", 10]], id="nil with ten before two nils"),
        pytest.param((260, 0), [["blind nil", 4]], id="only blind nil"),
        pytest.param((100, 0), [["blind nil", "blind nil"]], id="two blind nils"),
        pytest.param((0, 0), [], id="nothing"),
    ],
)
def test_the_lowest_winning_bid_is_found(points: tuple[int, int], ways: Ways) -> None:
    assert least(*points) == ways


@pytest.mark.parametrize(
    ("points", "house", "ways"),
    [
        pytest.param(480, {"board": 4}, [[3, 1]], id="board"),
        pytest.param(480, {"bidding": "suicide"}, [["nil", 4]], id="suicide"),
        pytest.param(360, {"bidding": "suicide"}, [["nil", 4]], id="suicide: nil and four"),
        pytest.param(350, {"bidding": "suicide"}, [["nil", 5]], id="suicide: nil and five"),
        pytest.param(260, {"blind_deficit": 300}, [], id="not far enough behind"),
        pytest.param(150, {"nil_bonus": 150}, [["blind nil", "nil"]], id="a blind nil and a nil"),
        pytest.param(200, {"nil_bonus": 150}, [["nil", "nil"]], id="two nils"),
        pytest.param(290, {"blind_nil_bonus": 100}, [["nil", 11]], id="nil and eleven"),
        pytest.param(300, {"two_nils": "forbidden", "board": 6}, [["nil", 10]], id="not two nils"),
        pytest.param(360, {"blind_minimum": 6}, [["nil", 4]], id="nil before a blind bid"),
        pytest.param(
            360,
            {"blind_minimum": 6, "nil_bonus": 0},
            [["blind 6", "blind 1"], ["blind nil", 1]],
            id="a blind bid",
        ),
        pytest.param(430, {"nil_bonus": 0}, [[6, 1]], id="a nil worth nothing"),
    ],
)
def test_only_legal_bids_are_advised(points: int, house: dict[str, Any], ways: Ways) -> None:
    assert least(points, 499, **house) == ways


def test_partners_who_bid_together_get_one_number() -> None:
    together = {"bids_by": "side"}
    assert least(430, 0, **together) == [[7, "partner"], ["nil", 1]]
    assert least(492, 0, **together) == [[1, "partner"]]
    assert least(300, 0, 0, game="six-handed", **together) == [["nil", 10]]
    assert least(100, 0, **together) == []


def test_a_player_without_partner_gets_one_number() -> None:
    assert least(490, 0, 0, game="three-handed") == [[1], ["nil"]]
    assert least(310, 0, game="two-player") == [["blind nil"]]


def test_a_bid_that_leads_after_the_last_hand_wins() -> None:
    last = Progress(hands=7)
    assert least(100, 149, hand_limit=8, progress=last)[0] == [4, 1]
    assert least(100, 149, side=1, hand_limit=8, progress=last)[0] == [1, 1]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_lowest_bid_follows_from_ten_points_a_trick(game: str) -> None:
    house = HouseRules.of(game, floor=None)
    seats, sides = len(house.game.sides[1]), len(house.game.sides)
    points = range(380, 500)
    found = [
        find_least_winning_bids(house, [Standing()] + [Standing(own)] * (sides - 1), 1)[0].bids
        for own in points
    ]
    assert [sum(bid.tricks for bid in bids) for bids in found] == [
        next(bid for bid in range(seats, 14) if own + 10 * bid >= 500) for own in points
    ]


def started(*points: int, **house: Any) -> Match:
    opening = [Standing(number) for number in points]
    return Match.start(
        HouseRules.of("partnership", **house), PLAYERS["partnership"], opening=opening
    )


def contracts(match: Match, minutes: float) -> Sequence[int | None]:
    ways = [least[0].bids if least else None for least in find_least_bids(match, minutes)]
    return [sum(bid.tricks for bid in bids) if bids else None for bids in ways]


def test_each_side_has_its_lowest_bid() -> None:
    assert contracts(started(430, 390), minutes=0) == [7, 11]


def test_any_leading_bid_wins_when_time_is_up() -> None:
    assert contracts(started(30, 0, minutes=60), minutes=59) == [None, None]
    assert contracts(started(30, 0, minutes=60), minutes=60) == [2, 4]


@st.composite
def due(draw: st.DrawFn, games: st.SearchStrategy[str] = any_game) -> Situation:
    house = draw(house_rules(games))
    most_bags = max(house.bag_limit - 1, 0)
    points = st.integers(house.target - 250, house.target - 1)
    standing = st.builds(Standing, points, st.integers(0, most_bags))
    sides = len(house.game.sides)
    standings = draw(st.lists(standing, min_size=sides, max_size=sides))
    ruled = draw(usually((), (draw(rulings(house.game)),)))
    return Situation(house, (), tuple(standings), Tricks((), ()), START, ruled)


@settings(max_examples=tries(40), deadline=None)
@given(due(st.sampled_from(["two-player", "partnership"])))
def test_every_advised_bid_is_legal(hand: Situation) -> None:
    for way in find_least_winning_bids(hand.house, hand.standings, 0, START, hand.rulings):
        others = every_bid(hand.house)
        assert any(accepted(hand.house, hand.standings, way.bids, bids) for bids in others)


@settings(max_examples=tries(240), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(due())
def test_every_advised_bid_wins_however_it_is_made(hand: Situation) -> None:
    for way in find_least_winning_bids(hand.house, hand.standings, 0, START, hand.rulings):
        meant = [own for own in every_bid(hand.house) if means(way.bids, own)]
        results = [result for own in meant for result in made(hand, own)]
        assert results
        assert all(wins for over, wins in results if not (over and way.exactly))
        assert way.exactly == any(not wins for _, wins in results)


def means(told: Sequence[Bid], own: Sequence[Bid]) -> bool:
    """Whether the words for an advised bid fit other bids, too: “a bid of 7” is also 4 and 3."""
    kinds = [sorted((bid.is_nil, bid.blind) for bid in bids) for bids in (told, own)]
    return kinds[0] == kinds[1] and sum(bid.tricks for bid in told) == sum(b.tricks for b in own)


def made(hand: Situation, own: Sequence[Bid]) -> list[tuple[bool, bool]]:
    """Return for each number of tricks that makes bids: whether over the contract, and won."""
    game, contract = hand.house.game, sum(bid.tricks for bid in own)
    bids = [Bid(1)] * game.seats
    for seat, bid in zip(game.sides[0], own, strict=True):
        bids[seat] = bid
    results = []
    for tricks in range(game.tricks + 1 if contract else 1):
        piles = (tricks, game.tricks - tricks, *[0] * (len(game.sides) - 2))
        taken = Tricks(tuple(0 if bid.is_nil else None for bid in bids), piles)
        score = score_hand(hand.house, bids, taken, hand.standings, hand.rulings)[0]
        if score.made is not False:
            after = [score.standing, *hand.standings[1:]]
            progress = START.after([True] * len(after))
            outcome = decide(hand.house, after, progress)
            over = any(line.reason is Reason.OVERTRICKS for line in score.lines)
            results.append((over, outcome is not None and outcome.winner == 0))
    return results


def every_bid(house: HouseRules) -> list[tuple[Bid, ...]]:
    return list(product((*list_bids(house), PARTNER), repeat=len(house.game.sides[1])))


def accepted(
    house: HouseRules, standings: Sequence[Standing], own: Sequence[Bid], others: Sequence[Bid]
) -> bool:
    bids = dict(zip(house.game.sides[0], own, strict=True))
    bids |= dict(zip(house.game.sides[1], others, strict=True))
    listed = [bids[seat] for seat in range(house.game.seats)]
    try:
        check_form(house, listed)
        check_bids(house, listed, standings)
    except BidError:
        return False
    return True


@pytest.mark.parametrize("points", range(0, 500, 60))
@pytest.mark.parametrize("game", ["two-player", "partnership"])
@pytest.mark.parametrize(
    "house",
    [
        pytest.param({}, id="usual"),
        pytest.param({"blind_minimum": 6}, id="blind bids"),
        pytest.param({"bidding": "whiz", "nil_bonus": 50}, id="whiz"),
        pytest.param({"big_bids": [{"at": 10, "made": 200, "set": -100}]}, id="ten for 200"),
        pytest.param({"bids_by": "side", "blind_minimum": 6}, id="one number a side"),
    ],
)
def test_without_advice_no_bid_would_win(game: str, house: dict[str, Any], points: int) -> None:
    rules, standings = HouseRules.of(game, **house), [Standing(points), Standing(300)]
    every = [Bid(1)] * rules.game.seats
    every = share_bids(rules.game, every) if rules.bids_by == "side" else every
    others = [every[seat] for seat in rules.game.sides[1]]
    hand = Situation(rules, (), tuple(standings), Tricks((), ()), START, ())
    winning = [
        own
        for own in every_bid(rules)
        if accepted(rules, standings, own, others)
        and any(wins and not over for over, wins in made(hand, own))
    ]
    assert bool(find_least_winning_bids(rules, standings, side=0)) == bool(winning)
