"""How a match ends."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from .house import HouseRules
from .scoring import Standing


class Ending(StrEnum):
    """What brought the match to its end."""

    TARGET = "target"
    FLOOR = "floor"
    EARLY = "early"


class Outcome(NamedTuple):
    """The winning side, and why; nobody wins a match that was ended early."""

    winner: int | None
    ending: Ending


def decide(house: HouseRules, standings: Sequence[Standing]) -> Outcome | None:
    """Return the outcome of these standings, or None where the match goes on.

    The match is decided when a side is at the target or at the floor: the highest wins; where
    the highest are equal, another hand is played (rules.md §1 and §2).

    >>> house = HouseRules.of("partnership")
    >>> decide(house, [Standing(-200), Standing(90)])
    Outcome(winner=1, ending=<Ending.FLOOR: 'floor'>)
    >>> decide(house, [Standing(510), Standing(510)]) is None
    True
    """
    points = [standing.points for standing in standings]
    best = max(points)
    reached = best >= house.target
    lost = house.floor is not None and min(points) <= house.floor
    if not (reached or lost) or points.count(best) > 1:
        return None
    return Outcome(points.index(best), Ending.TARGET if reached else Ending.FLOOR)
