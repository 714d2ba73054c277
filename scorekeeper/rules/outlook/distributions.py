"""The outlook: all possible distributions of the tricks, and their results (rules.md §6)."""

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import product
from typing import NamedTuple

from scorekeeper.rules.bids import Bid, get_contract
from scorekeeper.rules.hand import Tricks, list_nil_seats, list_pooled_seats
from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.lines import Reason, SideScore, Standing
from scorekeeper.rules.match.outcome import START, Progress, decide_or_tie, find_lost_sides
from scorekeeper.rules.match.state import MatchState
from scorekeeper.rules.rulings import Ruling
from scorekeeper.rules.scoring.hand import score_hand


class Happening(StrEnum):
    """A possible result for a side, the most important first."""

    WINS = "wins"
    LOSES = "loses"
    TIES = "ties"
    BAGGED = "bag penalty"
    SET = "set"


Happenings = frozenset[Happening]
Worth = tuple[Standing, bool | None]
"""The standing of a side after a hand, and whether it made its contract."""
Decider = Callable[[tuple[Worth, ...]], tuple[Happenings, ...]]


def make_decider(house: HouseRules, progress: Progress) -> Decider:
    """Return a function that maps the sides' worths after a hand to their results in the match.

    >>> decided = make_decider(HouseRules.of("partnership"), Progress())
    >>> gold, blue = decided(((Standing(500), True), (Standing(9), False)))
    >>> list(gold), list(blue)
    ([<Happening.WINS: 'wins'>], [])
    """

    @cache
    def decided(worths: tuple[Worth, ...]) -> tuple[Happenings, ...]:
        after = [standing for standing, _ in worths]
        new_progress = progress.after([made for _, made in worths])
        outcome, tied = decide_or_tie(house, after, new_progress)
        # If two sides tie, one sentence is enough for both.
        results = dict.fromkeys(tied[:1] if len(worths) == 2 else tied, Happening.TIES)
        if outcome is not None and outcome.winner is not None:
            results = dict.fromkeys(find_lost_sides(house, after, new_progress), Happening.LOSES)
            results[outcome.winner] = Happening.WINS
        return tuple(
            [frozenset([results[side]] if side in results else []) for side in range(len(worths))]
        )

    return decided


def get_worth(score: SideScore) -> Worth:
    return score.standing, score.made


def find_own_happenings(score: SideScore) -> Happenings:
    """Return the results of a side that do not depend on the other sides."""
    happenings = set()
    if any([line.reason is Reason.BAG_PENALTY and line.points for line in score.lines]):
        happenings.add(Happening.BAGGED)
    if score.made is False:
        happenings.add(Happening.SET)
    return frozenset(happenings)


class SideTricks(NamedTuple):
    """The tricks of one side: its pile, None if all its seats bid nil, and those of its nils.

    >>> SideTricks(4, (2,)).counted, SideTricks(None, (1, 2)).counted, SideTricks(4, (2,)).total
    (4, 3, 6)
    """

    pile: int | None
    nils: tuple[int, ...]

    @property
    def total(self) -> int:
        return (self.pile or 0) + sum(self.nils)

    @property
    def counted(self) -> int:
        """The tricks shown for the side: its pile, or all its tricks if it has no pile."""
        return self.total if self.pile is None else self.pile


SideScores = list[tuple[SideTricks, SideScore]]
"""The possible tricks of one side with its scores."""


class TrickSplits:
    """All possible splits of a hand's tricks: first between sides, then within each side.

    The score of a side depends only on its own tricks, unless a ruling moves tricks.

    >>> house = HouseRules.of("partnership")
    >>> falls = TrickSplits(house, [Bid(3), Bid(3), Bid(0), Bid(3)], [Standing()] * 2)
    >>> gold, blue = falls.score_sides((1, 12))
    >>> [(own.pile, own.nils, score.points) for own, score in gold]
    [(0, (1,), -129), (1, (0,), 70)]
    """

    def __init__(
        self,
        house: HouseRules,
        bids: Sequence[Bid],
        standings: Sequence[Standing],
        so_far: Tricks | None = None,
        rulings: tuple[Ruling, ...] = (),
    ) -> None:
        self._house, self._bids, self._standings, self._rulings = house, bids, standings, rulings
        game, self.sides = house.game, range(len(standings))
        least = so_far or Tricks((0,) * len(bids), (0,) * len(standings))
        self.nils = [list_nil_seats(game, bids, side) for side in self.sides]
        self._least = [
            SideTricks(
                least.piles[side] if list_pooled_seats(game, bids, side) else None,
                tuple([least.seats[seat] or 0 for seat in self.nils[side]]),
            )
            for side in self.sides
        ]
        self.tallied = sum([own.total for own in self._least])
        left = range(game.tricks - self.tallied + 1)
        self._owns = [[tuple(self._own(side, more)) for more in left] for side in self.sides]
        self._move = any([ruling.tricks for ruling in rulings])
        self._known: dict[tuple[int, ...], SideScores] = {}

    def splits(self) -> Iterator[tuple[int, ...]]:
        """Yield every split of the remaining tricks between the sides."""
        return _splits(self._house.game.tricks - self.tallied, len(self.sides))

    def score_sides(self, split: tuple[int, ...]) -> list[SideScores]:
        """Return the possible tricks and scores of each side for one split."""
        keys = [(side, *split) if self._move else (side, split[side]) for side in self.sides]
        if any([key not in self._known for key in keys]):
            owns = [self._owns[side][more] for side, more in enumerate(split)]
            # A score has all sides, so the side with the most ways needs the most scores.
            scores = [
                self._score([ways[min(place, len(ways) - 1)] for ways in owns])
                for place in range(max(map(len, owns)))
            ]
            for side, key in enumerate(keys):
                self._known[key] = [
                    (own, score[side]) for own, score in zip(owns[side], scores, strict=False)
                ]
        return [self._known[key] for key in keys]

    def beside_pile(self, side: int) -> int | None:
        """Return the nil bidder whose partner has a pile, or None."""
        has_pile = self._least[side].pile is not None
        return self.nils[side][0] if self.nils[side] and has_pile else None

    def is_sweep(self, owns: Sequence[SideTricks]) -> bool:
        """Whether one of these sides takes all tricks of a hand that has just begun."""
        most = max([own.total for own in owns])
        return not self.tallied and most == self._house.game.tricks

    def _own(self, side: int, more: int) -> Iterator[SideTricks]:
        """Yield every way a side can distribute a number of further tricks."""
        pile, nils = self._least[side]
        if pile is not None:
            for share, *others in _splits(more, 1 + len(nils)):
                yield SideTricks(pile + share, _added(nils, others))
        else:
            for shares in _splits(more, len(nils)):
                yield SideTricks(pile, _added(nils, shares))

    def _score(self, owns: Sequence[SideTricks]) -> tuple[SideScore, ...]:
        seats: list[int | None] = [None] * len(self._bids)
        for nils, own in zip(self.nils, owns, strict=True):
            for seat, taken in zip(nils, own.nils, strict=True):
                seats[seat] = taken
        tricks = Tricks(tuple(seats), tuple([own.pile or 0 for own in owns]))
        return score_hand(self._house, self._bids, tricks, self._standings, self._rulings)


def _added(least: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    return tuple([first + second for first, second in zip(least, more, strict=True)])


def _splits(number: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to split a number into a number of parts.

    >>> list(_splits(2, 2))
    [(0, 2), (1, 1), (2, 0)]
    """
    if parts == 1:
        yield (number,)
    else:
        for first in range(number + 1):
            for rest in _splits(number - first, parts - 1):
                yield (first, *rest)


class Prospect(NamedTuple):
    """A possible distribution of the tricks in the view of a side, and its results.

    `own` are the tricks of the side's pile, or of its nil bidders if it has no pile; `total` are
    all its tricks, `nils` those of each nil bidder in the view. `always` are the certain results,
    `ever` the possible ones, `standings` the possible standings. `sweep` says that one side takes
    all tricks, and none is taken yet.
    """

    own: int
    total: int
    nils: tuple[int, ...]
    always: Happenings
    ever: Happenings
    standings: frozenset[Standing]
    sweep: bool = False


class View(NamedTuple):
    """The outlook of one side: its prospects, and the seats of the nil bidders in them.

    The view of one of two sides has all tricks, so its results are certain. With more sides, a view
    has only the side's own tricks. `beside` is the nil bidder whose partner has a pile.
    """

    side: int
    contract: int
    nils: tuple[int, ...]
    beside: int | None
    prospects: tuple[Prospect, ...]


def compute_outlook(match: MatchState, minutes: float) -> tuple[View, ...]:
    """Return the outlook of each side in the hand being played; empty without bids.

    `minutes` are those from the start of the match until now, for tables that play by the clock.

    >>> match = Match.start(HouseRules.of("two-player"), ["Ann", "Ben"]).bid([Bid(5), Bid(6)])
    >>> [len(view.prospects) for view in compute_outlook(match, minutes=0)]
    [14, 14]
    >>> [len(view.prospects) for view in compute_outlook(match.note_trick(Taker(0)), minutes=1)]
    [13, 13]
    """
    hand = match.current_hand
    if hand is None or not hand.bids:
        return ()
    return look_ahead(
        match.house,
        hand.bids,
        match.standings,
        match.tally.tricks if hand.tally else None,
        progress=match.progress._replace(minutes=minutes),
        rulings=hand.rulings,
    )


def look_ahead(
    house: HouseRules,
    bids: Sequence[Bid],
    standings: Sequence[Standing],
    so_far: Tricks | None = None,
    *,
    progress: Progress = START,
    rulings: tuple[Ruling, ...] = (),
) -> tuple[View, ...]:
    """Return the outlook of each side over all distributions of the remaining tricks.

    `standings` are those before the hand, `so_far` the tricks of a tally, `progress` how far the
    match had come before the hand, `rulings` those on this hand.

    >>> house = HouseRules.of("partnership")
    >>> gold, blue = look_ahead(house, [Bid(3)] * 4, [Standing(440), Standing(300)])
    >>> [prospect.own for prospect in gold.prospects if Happening.WINS in prospect.always]
    [6, 7, 8, 9, 10, 11, 12, 13]
    """
    splits = TrickSplits(house, bids, standings, so_far, rulings)
    decided = make_decider(house, progress)
    both = len(standings) == 2
    prospects = _view_together(splits, decided) if both else _view_apart(splits, decided)
    every = tuple([seat for nils in splits.nils for seat in nils])
    return tuple(
        View(
            side,
            get_contract(house.game, bids, side),
            every if both else splits.nils[side],
            splits.beside_pile(side),
            tuple(prospects[side]),
        )
        for side in splits.sides
    )


ViewResults = tuple[Happenings, Happenings, frozenset[Standing]]
"""The certain results of a side, its possible ones, and its possible standings."""


def _view_together(splits: TrickSplits, decided: Decider) -> list[list[Prospect]]:
    prospects: list[list[Prospect]] = [[], []]
    for split in splits.splits():
        for ways in product(*splits.score_sides(split)):
            owns = [own for own, _ in ways]
            nils = tuple([taken for own in owns for taken in own.nils])
            sweep = splits.is_sweep(owns)
            match = decided(tuple([get_worth(score) for _, score in ways]))
            for side, (own, score) in enumerate(ways):
                happens = match[side] | find_own_happenings(score)
                standings = frozenset([score.standing])
                prospects[side].append(
                    Prospect(own.counted, own.total, nils, happens, happens, standings, sweep)
                )
    return prospects


def _view_apart(splits: TrickSplits, decided: Decider) -> list[list[Prospect]]:
    """Return the prospects of several sides, each over its own tricks."""
    results: list[dict[SideTricks, ViewResults]] = [{} for _ in splits.sides]
    for split in splits.splits():
        scores_by_side = splits.score_sides(split)
        match = _decide(
            decided, [{get_worth(score) for _, score in ways} for ways in scores_by_side]
        )
        for side, ways in enumerate(scores_by_side):
            for own, score in ways:
                always, ever = match[side][get_worth(score)]
                alone, standings = find_own_happenings(score), frozenset([score.standing])
                result = always | alone, ever | alone, standings
                results[side][own] = _merge(results[side].get(own, result), result)
    return [
        [
            Prospect(own.counted, own.total, own.nils, *what, splits.is_sweep([own]))
            for own, what in side_results.items()
        ]
        for side_results in results
    ]


def _decide(
    decided: Decider, worths: Sequence[Collection[Worth]]
) -> list[dict[Worth, tuple[Happenings, Happenings]]]:
    """Return the certain and possible results of each side for each of its worths."""
    results: list[dict[Worth, tuple[Happenings, Happenings]]] = [{} for _ in worths]
    for chosen in product(*worths):
        for known, worth, happens in zip(results, chosen, decided(chosen), strict=True):
            always, ever = known.get(worth, (happens, happens))
            known[worth] = always & happens, ever | happens
    return results


def _merge(one: ViewResults, other: ViewResults) -> ViewResults:
    return one[0] & other[0], one[1] | other[1], one[2] | other[2]
