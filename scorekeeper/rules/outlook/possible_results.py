"""The possible results of a hand for each side; sentences, tables and pages use them."""

from collections.abc import Callable
from enum import StrEnum
from functools import cache

from scorekeeper.rules.house_rules import HouseRules
from scorekeeper.rules.lines import Reason, SideScore, Standing
from scorekeeper.rules.match.outcome import Progress, decide_or_tie, find_lost_sides


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
    """Return the part of a side's score that decides the match."""
    return score.standing, score.made


def find_own_happenings(score: SideScore) -> Happenings:
    """Return the results of a side that do not depend on the other sides."""
    happenings = set()
    if any([line.reason is Reason.BAG_PENALTY and line.points for line in score.lines]):
        happenings.add(Happening.BAGGED)
    if score.made is False:
        happenings.add(Happening.SET)
    return frozenset(happenings)
