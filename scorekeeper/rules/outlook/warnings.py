"""Warnings about the present standing of a side."""

from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.match.facts import Facts

FLOOR_DANGER_POINTS = 100
"""Points above the floor at which a side is in danger."""


class Threat(StrEnum):
    """A limit that the standing of a side is close to."""

    FLOOR = "floor"
    BAGS = "bags"


class Danger(NamedTuple):
    """A threat to a side, and the points or bags left until then."""

    kind: Threat
    left: int


def find_dangers(match: Facts, side: int) -> tuple[Danger, ...]:
    """Return the threats to a side at its present standing, the most serious first.

    >>> house = HouseRules.of("two-player", floor=-200)
    >>> match = Match.start(house, ["Ann", "Ben"], opening=[Standing(-100, 8), Standing()])
    >>> [(danger.kind.value, danger.left) for danger in find_dangers(match, side=0)]
    [('floor', 100), ('bags', 2)]
    """
    house, standing = match.house, match.standings[side]
    dangers = []
    if house.floor is not None and standing.points - house.floor <= FLOOR_DANGER_POINTS:
        dangers.append(Danger(Threat.FLOOR, standing.points - house.floor))
    left = house.bag_limit - standing.bags
    if house.bag_limit and house.bag_penalty and left <= max(1, house.bag_limit // 5):
        dangers.append(Danger(Threat.BAGS, left))
    return tuple(dangers)
