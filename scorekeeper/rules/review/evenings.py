"""Evenings: groups of matches played together, and their winners."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise, takewhile
from typing import NamedTuple

EVENING_GAP = timedelta(hours=6)
"""A match that begins later than this after the one before begins another evening."""


@dataclass(frozen=True)
class EveningMatch:
    """A match of an evening: people and points by side (None: being played), and the winner."""

    sides: tuple[tuple[Hashable, ...], ...]
    points: tuple[int, ...] | None
    winner: int | None


@dataclass(frozen=True)
class Victory:
    """The winners of an evening, their wins, and whether only points decided it."""

    people: tuple[Hashable, ...]
    won: int
    played: int
    on_points: bool = False


class Streak(NamedTuple):
    """How often a side has won in a row, and if it lost all its matches tonight before the last."""

    wins: int = 0
    is_first_tonight: bool = False


def find_streak(matches: Sequence[tuple[datetime, bool]]) -> Streak:
    """Return the streak of a side: when each of its matches began, the newest first, and if won.

    >>> at = [(datetime(2026, 11, 20, hour), hour == 22) for hour in (22, 21, 20)]
    >>> find_streak(at)
    Streak(wins=1, is_first_tonight=True)
    """
    [tonight, *_before] = split_into_evenings([began for began, _won in matches])
    won = [won for _began, won in matches]
    lost = won[tonight].count(False)
    return Streak(len(list(takewhile(bool, won))), 0 < lost == len(won[tonight]) - won[0])


def split_into_evenings(began: Sequence[datetime]) -> list[slice]:
    """Return the slices of these times, newest first, that belong to one evening each."""
    first = [
        place
        for place, moment in enumerate(began)
        if place == 0 or began[place - 1] - moment > EVENING_GAP
    ]
    return [slice(*ends) for ends in pairwise([*first, len(began)])]


def find_victory(matches: Sequence[EveningMatch]) -> Victory | None:
    """Return the winner of an evening by matches, then by points; None if there is none.

    Players who always sat on the same side win together. Nobody wins while a match is played.
    """
    won: Counter[Hashable] = Counter()
    points: Counter[Hashable] = Counter()
    for match in matches:
        if match.points is None:
            return None
        for side, people in enumerate(match.sides):
            points.update(dict.fromkeys(people, match.points[side]))
            won.update(dict.fromkeys(people, int(side == match.winner)))
    most = max(((won[one], points[one]) for one in won), default=(0, 0))
    best = tuple(one for one in won if (won[one], points[one]) == most)
    if most[0] == 0 or not _are_partners(best, matches):
        return None
    on_points = any(won[one] == most[0] for one in won if one not in best)
    return Victory(best, most[0], len(matches), on_points)


def _are_partners(people: Sequence[Hashable], matches: Sequence[EveningMatch]) -> bool:
    """Whether these people sat on one side in every match, all of them or none."""
    sat = (len(set(people) & set(side)) for match in matches for side in match.sides)
    return all(together in (0, len(people)) for together in sat)
