"""The outlook: all possible distributions of the tricks, and their results (rules.md §6)."""

from collections.abc import Collection, Sequence
from itertools import product
from typing import NamedTuple

from scorekeeper.rules.bids import Bid, get_contract
from scorekeeper.rules.hand import Tricks
from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.lines import Standing
from scorekeeper.rules.match.outcome import START, Progress
from scorekeeper.rules.match.state import MatchState
from scorekeeper.rules.outlook.possible_results import (
    Decider,
    Happenings,
    Worth,
    find_own_happenings,
    get_worth,
    make_decider,
)
from scorekeeper.rules.outlook.trick_splits import SideTricks, TrickSplits
from scorekeeper.rules.rulings import Ruling


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

    >>> from scorekeeper.rules.outlook.possible_results import Happening
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
                happens, standings = (
                    match[side] | find_own_happenings(score),
                    frozenset([score.standing]),
                )
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
