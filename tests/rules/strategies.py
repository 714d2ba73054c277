"""Matches that could have been played, for the properties of the rules."""

from dataclasses import dataclass
from itertools import pairwise

from hypothesis import strategies as st

from scorekeeper.rules import (
    BLIND_NIL,
    CHOICES,
    GAMES,
    NIL,
    Bid,
    BidError,
    Game,
    HouseRules,
    Match,
    Standing,
    Step,
    pooled_seats,
)
from tests.rules.table import PLAYERS

Numbers = list[int | None]
any_game = st.sampled_from(sorted(GAMES))


@dataclass(frozen=True)
class Story:
    """A match as it stood after each record, the first before any."""

    matches: tuple[Match, ...]

    @property
    def match(self) -> Match:
        return self.matches[-1]


@st.composite
def house_rules(draw: st.DrawFn, games: st.SearchStrategy[str] = any_game) -> HouseRules:
    game = draw(games)
    usual = HouseRules.of(game)
    return HouseRules.of(
        game,
        target=draw(st.sampled_from([100, 250, 500, 1000])),
        floor=draw(st.sampled_from([None, -200, -1000])),
        overtrick_points=draw(st.sampled_from([1, 1, 0])),
        bag_limit=draw(st.sampled_from([10, 10, 7, 5, 1, 0])),
        bag_penalty=draw(st.sampled_from([100, 50, 110])),
        bag_carry=draw(st.sampled_from([True, True, False])),
        nil_penalty=draw(st.sampled_from([usual.nil_penalty, 50])),
        failed_nil=draw(st.sampled_from(list(CHOICES["failed_nil"]))),
        two_nils=draw(st.sampled_from(list(CHOICES["two_nils"]))),
        blind_deficit=draw(st.sampled_from([0, 0, 50])),
    )


def bids(game: Game) -> st.SearchStrategy[list[Bid]]:
    """Bids as tables make them: mostly low, now and then a nil."""
    usual = [Bid(number) for number in range(1, 8)]
    bid = st.sampled_from([*usual, Bid(13), NIL, NIL, BLIND_NIL])
    return st.lists(bid, min_size=game.seats, max_size=game.seats)


@st.composite
def tricks(
    draw: st.DrawFn, game: Game, bid: list[Bid]
) -> tuple[list[int | None], list[int | None]]:
    """All tricks of a hand, spread over the seats and pooled where a side pools them."""
    cut = st.lists(st.integers(0, game.tricks), min_size=game.seats - 1, max_size=game.seats - 1)
    cuts = [0, *sorted(draw(cut)), game.tricks]
    seats: Numbers = [after - before for before, after in pairwise(cuts)]
    piles: Numbers = [None] * len(game.sides)
    for side in range(len(game.sides)):
        if draw(st.booleans()):
            pooled = pooled_seats(game, bid, side)
            piles[side] = sum(seats[seat] or 0 for seat in pooled)
            for seat in pooled:
                seats[seat] = None
    return seats, piles


@st.composite
def stories(draw: st.DrawFn, games: st.SearchStrategy[str] = any_game, most: int = 16) -> Story:
    """A match recorded fact by fact, up to its end or not."""
    house = draw(house_rules(games))
    most_bags = max(house.bag_limit - 1, 0)
    standing = st.builds(Standing, st.integers(-150, 90), st.integers(0, most_bags))
    sides = len(house.game.sides)
    opening = draw(st.lists(standing, min_size=sides, max_size=sides))
    first = draw(st.integers(0, house.game.seats - 1))
    matches = [Match.start(house, PLAYERS[house.game.key], first=first, opening=opening)]
    for _ in range(draw(st.integers(0, most))):
        if matches[-1].step is Step.OVER:
            break
        matches.append(draw(next_record(matches[-1])))
    return Story(tuple(matches))


@st.composite
def next_record(draw: st.DrawFn, match: Match) -> Match:
    """The match after one more fact that the rules take."""
    if draw(st.integers(0, 9)) == 9:
        return match.throw_in()
    hand = match.current
    if hand is not None and hand.bids is not None:
        return match.take(*draw(tricks(match.house.game, list(hand.bids))))
    said = draw(bids(match.house.game))
    try:
        return match.bid(said)
    except BidError:
        return match.bid([Bid(3)] * match.house.game.seats)
