"""Every way a hand can end, to compare with the outlook."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from hypothesis import strategies as st

from scorekeeper.rules import Bid, HouseRules, Ruling, Standing, Tricks
from scorekeeper.rules.lines import HandScore
from scorekeeper.rules.match.outcome import Outcome, Progress, decide_or_tie
from scorekeeper.rules.outlook.distributions import Happening
from scorekeeper.rules.scoring.hand import score_hand
from tests.rules.strategies import bids, house_rules, rulings, usually


@dataclass(frozen=True)
class Situation:
    """A hand in progress: what is known about it, and the standings before it."""

    house: HouseRules
    bids: tuple[Bid, ...]
    standings: tuple[Standing, ...]
    so_far: Tricks
    progress: Progress
    rulings: tuple[Ruling, ...]

    @property
    def sides(self) -> range:
        return range(len(self.standings))

    def nils(self, side: int) -> list[int]:
        return [seat for seat in self.house.game.sides[side] if self.bids[seat].is_nil]

    def has_pile(self, side: int) -> bool:
        return len(self.nils(side)) < len(self.house.game.sides[side])

    def completions(self) -> Iterator["Completion"]:
        game = self.house.game
        piles = [side for side in self.sides if self.has_pile(side)]
        nils = [seat for side in self.sides for seat in self.nils(side)]
        least = [
            *[self.so_far.piles[side] for side in piles],
            *[self.so_far.seats[seat] or 0 for seat in nils],
        ]
        for more in product(*[range(game.tricks + 1 - sum(least)) for _ in least[1:]]):
            first = game.tricks - sum(least) - sum(more)
            if first >= 0:
                lying = [had + more for had, more in zip(least, (first, *more), strict=True)]
                by_side = dict(zip(piles, lying, strict=False))
                by_seat = dict(zip(nils, lying[len(piles) :], strict=True))
                yield self._completion(by_side, by_seat)

    def _completion(self, by_side: dict[int, int], by_seat: dict[int, int]) -> "Completion":
        tricks = Tricks(
            tuple(by_seat.get(seat) for seat in range(self.house.game.seats)),
            tuple(by_side.get(side, 0) for side in self.sides),
        )
        score = score_hand(self.house, self.bids, tricks, self.standings, self.rulings)
        after = [side.standing for side in score]
        then = self.progress.after([side.made for side in score])
        outcome, tied = decide_or_tie(self.house, after, then)
        return Completion(self, tricks, by_seat, score, outcome, tied, then)


@dataclass(frozen=True)
class Completion:
    """One way the hand ends, and its result."""

    situation: Situation
    tricks: Tricks
    nils: dict[int, int]
    score: HandScore
    outcome: Outcome | None
    tied: tuple[int, ...]
    then: Progress

    def own(self, side: int) -> int:
        if self.situation.has_pile(side):
            return self.tricks.piles[side]
        return self.total(side)

    def total(self, side: int) -> int:
        return self.tricks.piles[side] + sum(self.nils[seat] for seat in self.situation.nils(side))

    @property
    def sweep(self) -> bool:
        so_far = self.situation.so_far
        none_yet = not any([*so_far.piles, *[taken or 0 for taken in so_far.seats]])
        most = max(self.total(side) for side in self.situation.sides)
        return none_yet and most == self.situation.house.game.tricks

    def happens(self, kind: Happening, side: int) -> bool:
        house, standing = self.situation.house, self.score[side].standing
        if kind is Happening.WINS:
            return self.outcome is not None and self.outcome.winner == side
        if kind is Happening.LOSES:
            fallen = house.floor is not None and standing.points <= house.floor
            often = 0 < house.sets_to_lose <= self.then.sets[side]
            lost = self.outcome is not None and self.outcome.winner != side
            return lost and (fallen or often)
        if kind is Happening.TIES:
            return side in (self.tied[:1] if len(self.score) == 2 else self.tied)
        if kind is Happening.BAGGED:
            return any(
                line.reason == "bag penalty" and line.points for line in self.score[side].lines
            )
        return self.score[side].made is False


@st.composite
def situations(draw: st.DrawFn, games: st.SearchStrategy[str], nils: int) -> Situation:
    """A hand with at most `nils` nil bidders, in a match that it may decide."""
    house = draw(house_rules(games))
    house = replace(house, minutes=draw(usually(None, 60)))
    game = house.game
    called = draw(bids(game, house.bids_by))
    for seat in [seat for seat, bid in enumerate(called) if bid.is_nil][nils:]:
        called[seat] = Bid(3)
    low = -300 if house.floor is None else house.floor + 1
    points = st.one_of(
        st.integers(house.target - 150, house.target - 1), st.integers(low, low + 150)
    )
    standing = st.builds(Standing, points, st.integers(0, max(house.bag_limit - 1, 0)))
    sides = len(game.sides)
    taken = draw(st.lists(st.integers(0, game.seats - 1), max_size=game.tricks))
    taken = draw(st.sampled_from([[], [], taken]))
    own = [taken.count(seat) for seat in range(game.seats)]
    nil = [bid.is_nil for bid in called]
    piles = [sum(own[seat] for seat in seats if not nil[seat]) for seats in game.sides]
    seats = [own[seat] if nil[seat] else None for seat in range(game.seats)]
    most_sets = max(house.sets_to_lose - 1, 0)
    return Situation(
        house,
        tuple(called),
        tuple(draw(st.lists(standing, min_size=sides, max_size=sides))),
        Tricks(tuple(seats), tuple(piles)),
        Progress(
            sets=tuple(draw(st.lists(st.integers(0, most_sets), min_size=sides, max_size=sides))),
            hands=draw(st.integers(0, 2)),
            minutes=draw(st.sampled_from([59, 60])),
        ),
        tuple(draw(usually([], [draw(rulings(game))], [draw(rulings(game)), draw(rulings(game))]))),
    )
