"""Warnings about the present standing of a side."""

from enum import StrEnum

from scorekeeper.rules.match.facts import Facts

FLOOR_DANGER_POINTS = 100
"""Points above the floor at which a side is in danger."""


class Threat(StrEnum):
    """A limit that the standing of a side is close to."""

    FLOOR = "floor"
    BAGS = "bags"


def find_threat(match: Facts, side: int) -> Threat | None:
    """Return the most serious threat to a side at its present standing, if any.

    >>> house = HouseRules.of("two-player", floor=-200)
    >>> match = Match.start(house, ["Ann", "Ben"], opening=[Standing(-100, 8), Standing(0, 8)])
    >>> [find_threat(match, side).value for side in (0, 1)]
    ['floor', 'bags']
    """
    house, standing = match.house, match.standings[side]
    if house.floor is not None and standing.points - house.floor <= FLOOR_DANGER_POINTS:
        return Threat.FLOOR
    left = house.bag_limit - standing.bags
    is_near = house.bag_limit and house.bag_penalty and left <= max(1, house.bag_limit // 5)
    return Threat.BAGS if is_near else None
