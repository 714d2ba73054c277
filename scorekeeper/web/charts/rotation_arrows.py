"""Arrows on a drawn table for players who change seats when partners rotate."""

from math import hypot

from scorekeeper import rules

SEAT_POSITIONS = {
    4: ((50, 92), (8, 50), (50, 8), (92, 50)),
    6: ((50, 92), (14, 86), (14, 14), (50, 8), (86, 14), (86, 86)),
}
"""Positions of the seats by number of seats, in hundredths, from the first seat's view."""
ASIDE, SHORT, BULGE, HEAD = 9, 0.16, 10, 7
"""An arrow's distance from the straight line, the fraction cut off, its bend and head size."""


def rotation_arrows(game: rules.Game) -> list[tuple[str, str]]:
    """Return an arrow for each player who moves: the SVG paths of its line and its head."""
    chairs = SEAT_POSITIONS.get(game.seats, ())
    if not game.has_partners:
        return []
    return [
        _arrow(chairs[seat], chairs[to])
        for to, seat in enumerate(rules.rotate_seats(game))
        if seat != to
    ]


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> tuple[str, str]:
    """Return an arrow that keeps to the right, so that opposite ones do not overlap."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    ahead = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    aside = -ahead[1], ahead[0]

    def at(along: float, beside: float) -> str:
        x, y = (start[i] + ahead[i] * along + aside[i] * beside for i in (0, 1))
        return f"{x:.1f} {y:.1f}"

    first, last = length * SHORT, length * (1 - SHORT)
    curve = f"M{at(first, ASIDE)}Q{at(length / 2, ASIDE + BULGE)} {at(last, ASIDE)}"
    head = f"M{at(last - HEAD, ASIDE + HEAD)}L{at(last, ASIDE)}L{at(last - HEAD, ASIDE - HEAD / 2)}"
    return curve, head
