"""The outlook: all possible distributions of the tricks, and their results (rules.md §6)."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import product
from operator import add
from typing import NamedTuple

from scorekeeper.rules.bids import Bid, get_contract
from scorekeeper.rules.games import Game
from scorekeeper.rules.hand import Tricks, list_nil_seats, list_pooled_seats
from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.lines import Reason, Standing
from scorekeeper.rules.match.outcome import START, Progress, decide_or_tie, find_lost_sides
from scorekeeper.rules.match.state import MatchState
from scorekeeper.rules.rulings import NO_ADJUSTMENT, Adjustment, Ruling, compute_adjustments
from scorekeeper.rules.scoring.hand import score_side


class Happening(StrEnum):
    """A possible result for a side, the most important first."""

    WINS = "wins"
    LOSES = "loses"
    TIES = "ties"
    BAGGED = "bag penalty"
    SET = "set"


Happenings = frozenset[Happening]


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
    game, sides = house.game, range(len(standings))
    both = len(sides) == 2
    least = so_far or Tricks((0,) * game.seats, (0,) * len(sides))
    had = [_list_tricks(game, bids, side, least) for side in sides]
    tallied = [sum(tricks.values()) for tricks in had]
    nils = [list_nil_seats(game, bids, side) for side in sides]
    list_ways = _make_lister(house, bids, standings, had, rulings)
    decide = _make_decider(house, progress)
    results: list[dict[SideTricks, set[tuple[Happenings, Standing]]]] = [{} for _ in sides]
    for split in _splits(game.tricks - sum(tallied), len(sides)):
        effects: Sequence[Adjustment] = [NO_ADJUSTMENT] * len(sides)
        if rulings:
            effects = compute_adjustments(game, rulings, [*map(add, tallied, split)])
        for ways in product(*map(list_ways, sides, split, effects)):
            happens = decide(tuple([worth for _, worth in ways]))
            every = tuple([taken for tricks, _ in ways for taken in tricks.nils])
            for side, (tricks, worth) in enumerate(ways):
                seen = tricks._replace(nils=every) if both else tricks
                results[side].setdefault(seen, set()).add((happens[side], worth.standing))
    # The totals with which a side or, in its view, the other one takes all tricks.
    sweeps = () if sum(tallied) else (game.tricks, 0) if both else (game.tricks,)
    return tuple(
        View(
            side,
            get_contract(game, bids, side),
            sum(nils, ()) if both else nils[side],
            nils[side][0] if len(had[side]) > len(nils[side]) > 0 else None,
            tuple([_sum_up(tricks, some, sweeps) for tricks, some in results[side].items()]),
        )
        for side in sides
    )


class SideTricks(NamedTuple):
    """The tricks of a side, as in its prospects."""

    own: int
    total: int
    nils: tuple[int, ...]


class Worth(NamedTuple):
    """The worth of a side's tricks, whatever the other sides have."""

    standing: Standing
    made: bool | None
    is_bagged: bool


def _list_tricks(
    game: Game, bids: Sequence[Bid], side: int, tricks: Tricks
) -> dict[int | None, int]:
    """Return a side's tricks: those of its pile by None, if it has one, those of nils by seat."""
    nils = list_nil_seats(game, bids, side)
    own: dict[int | None, int] = {seat: tricks.seats[seat] or 0 for seat in nils}
    return {None: tricks.piles[side], **own} if list_pooled_seats(game, bids, side) else own


def _make_lister(
    house: HouseRules,
    bids: Sequence[Bid],
    standings: Sequence[Standing],
    had: Sequence[Mapping[int | None, int]],
    rulings: tuple[Ruling, ...],
) -> Callable[[int, int, Adjustment], list[tuple[SideTricks, Worth]]]:
    """Return a function that lists the ways a side can distribute a number of further tricks.

    The worth of each depends only on the tricks of the side, and on the effect of the rulings.
    """

    @cache
    def list_ways(side: int, more: int, effect: Adjustment) -> list[tuple[SideTricks, Worth]]:
        ways = []
        for shares in _splits(more, len(had[side])):
            tricks = dict(zip(had[side], map(add, had[side].values(), shares), strict=True))
            nils = {seat: taken for seat, taken in tricks.items() if seat is not None}
            pile, total = tricks.get(None, 0), sum(tricks.values())
            score = score_side(house, bids, side, pile, nils, standings[side], effect, rulings)
            penalties = [line.points for line in score.lines if line.reason is Reason.BAG_PENALTY]
            own = SideTricks(pile if None in tricks else total, total, tuple(nils.values()))
            ways.append((own, Worth(score.standing, score.made, any(penalties))))
        return ways

    return list_ways


def _make_decider(
    house: HouseRules, progress: Progress
) -> Callable[[tuple[Worth, ...]], list[Happenings]]:
    """Return a function that maps the worth of each side's tricks to its results."""

    @cache
    def decide(worths: tuple[Worth, ...]) -> list[Happenings]:
        after = [worth.standing for worth in worths]
        new_progress = progress.after([worth.made for worth in worths])
        outcome, tied = decide_or_tie(house, after, new_progress)
        # If two sides tie, one sentence is enough for both.
        results = dict.fromkeys(tied[:1] if len(worths) == 2 else tied, Happening.TIES)
        if outcome is not None and outcome.winner is not None:
            results = dict.fromkeys(find_lost_sides(house, after, new_progress), Happening.LOSES)
            results[outcome.winner] = Happening.WINS
        return [
            frozenset(
                [
                    *([results[side]] if side in results else ()),
                    *([Happening.BAGGED] if worth.is_bagged else ()),
                    *([Happening.SET] if worth.made is False else ()),
                ]
            )
            for side, worth in enumerate(worths)
        ]

    return decide


def _sum_up(
    tricks: SideTricks, results: Collection[tuple[Happenings, Standing]], sweeps: Collection[int]
) -> Prospect:
    happenings, standings = zip(*results, strict=True)
    always, ever = frozenset.intersection(*happenings), frozenset.union(*happenings)
    return Prospect(*tricks, always, ever, frozenset(standings), tricks.total in sweeps)


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
