"""The score line: each side's points after each hand, as a chart."""

from dataclasses import dataclass

from scorekeeper import rules

WIDTH, HEIGHT = 340, 180
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 12, 24
MIN_STEP = 17
"""The minimum width of a hand: sixteen fit on a phone, more are scrolled.

A hand is also a row in the sheet below, for thumbs that miss it here.
"""


@dataclass(frozen=True)
class Column:
    """A hand in the chart: its left edge and middle, its place and number, and each side's y."""

    begins: float
    middle: float
    place: int
    number: int
    dots: list[float]


@dataclass(frozen=True)
class ScoreLine:
    """The layout of a chart, in its own units."""

    width: float
    height: int
    step: float
    paths: list[str]
    ends: list[tuple[float, float]]
    levels: list[tuple[float, int]]
    hands: list[Column]


def score_line(match: rules.Match, least: float = WIDTH) -> ScoreLine | None:
    """Lay out the chart of a match at least `least` wide; None before the first scored hand."""
    # The points of each side at the start, as hand 0, and after each scored hand.
    rows = [(number, [standing.points for standing in after]) for number, after in match.course]
    if len(rows) < 2:
        return None
    house = match.house
    points = [point for _number, row in rows for point in row]
    # Far above what a few hands or minutes bring, the target would make the lines flat.
    is_limited = house.hand_limit is not None or house.minutes is not None
    target = None if is_limited and max(points) * 2 < house.target else house.target
    low = min(*points, house.floor or 0, 0)
    high = max(*points, target or 1)

    step = max(MIN_STEP, round((least - LEFT - RIGHT) / (len(rows) - 1), 1))
    width = LEFT + step * (len(rows) - 1) + RIGHT

    def x(position: int) -> float:
        return round(LEFT + position * step, 1)

    def y(value: int) -> float:
        return round(TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)

    sides = range(len(match.sides))
    return ScoreLine(
        width=width,
        height=HEIGHT,
        step=step,
        paths=[
            " ".join(f"{x(place)},{y(row[side])}" for place, (_number, row) in enumerate(rows))
            for side in sides
        ],
        ends=[(x(len(rows) - 1), y(points)) for points in rows[-1][1]],
        levels=[(y(value), value) for value in (target, 0, house.floor) if value is not None],
        hands=[
            Column(
                x(number) - step / 2, x(number), one.place, number, [y(points) for points in row]
            )
            for one, (number, row) in zip(match.scored_hands, rows[1:], strict=True)
        ],
    )
