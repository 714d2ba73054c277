"""Geometry of drawings: score charts and text widths."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor
from typing import NamedTuple

from scorekeeper import rules
from scorekeeper.rules.review.story import Highlight, find_turning_points

WIDTH, HEIGHT = 340, 180
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 12, 24
MIN_STEP = 17
"""The minimum width of a hand: sixteen fit on a phone, more are scrolled.

A hand is also a row in the sheet below, for thumbs that miss it here.
"""

LABEL_WIDTH, LABEL_HEIGHT, LABEL_GAP = 84, 14, 6
"""The room of a label, and how far it is from its hand."""
SIZES = (WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM, MIN_STEP, LABEL_WIDTH, LABEL_HEIGHT, LABEL_GAP)
"""The sizes of a chart, by which a phone lays it out as well."""


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
    turns: list["TurnLabel"]


class TurnLabel(NamedTuple):
    """The label of a turning point: its right end, or its left one if it is at the left."""

    x: float
    y: float
    is_left: bool
    point: Highlight


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

    step = max(MIN_STEP, _round((least - LEFT - RIGHT) / (len(rows) - 1)))
    width = LEFT + step * (len(rows) - 1) + RIGHT

    def x(position: int) -> float:
        return _round(LEFT + position * step)

    def y(value: int) -> float:
        return _round(TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low))

    sides = range(len(match.sides))
    levels = [(y(value), value) for value in (target, 0, house.floor) if value is not None]
    spots = [
        _find_spot(point, x(point.hand), [y(row[point.side]) for _number, row in rows])
        for point in find_turning_points(match)
    ]
    return ScoreLine(
        width=width,
        height=HEIGHT,
        step=step,
        paths=[
            " ".join(f"{x(place)},{y(row[side])}" for place, (_number, row) in enumerate(rows))
            for side in sides
        ],
        ends=[(x(len(rows) - 1), y(points)) for points in rows[-1][1]],
        levels=levels,
        hands=[
            Column(
                x(number) - step / 2, x(number), one.place, number, [y(points) for points in row]
            )
            for one, (number, row) in zip(match.scored_hands, rows[1:], strict=True)
        ],
        turns=_choose_labels(spots, levels),
    )


def _round(value: float) -> float:
    """Round to tenths, as a script does."""
    return floor(value * 10 + 0.5) / 10


def _find_spot(point: Highlight, x: float, line: Sequence[float]) -> TurnLabel:
    """Return a label on the free side of the line: before its hand, or after it at the left."""
    hand = point.hand
    is_left = x < LEFT + LABEL_WIDTH and hand < len(line) - 1
    before, after = line[hand : hand + 2] if is_left else line[hand - 1 : hand + 1]
    is_above = (after <= before) != is_left
    y = min(line[hand] + (-4 if is_above else LABEL_HEIGHT), HEIGHT - BOTTOM)
    return TurnLabel(x + LABEL_GAP if is_left else x - LABEL_GAP, y, is_left, point)


def _choose_labels(
    spots: Sequence[TurnLabel], levels: Sequence[tuple[float, int]]
) -> list[TurnLabel]:
    taken = [(LEFT + LABEL_WIDTH / 2, y) for y, value in levels if value]
    labels = []
    for one in spots:
        middle = one.x + LABEL_WIDTH / (2 if one.is_left else -2)
        if all(abs(middle - x) >= LABEL_WIDTH or abs(one.y - y) >= LABEL_HEIGHT for x, y in taken):
            taken.append((middle, one.y))
            labels.append(one)
    return labels


NARROW_LETTERS, WIDE_LETTERS = frozenset("iljtfrI.,:;'’|!()[] "), frozenset("mwMW@%—…")
"""Latin letters at most 0.42 em wide in all usual fonts, and those wider than 0.78 em."""
BOLD_FACTOR = 1.15
"""The width of bold letters relative to normal ones."""
COMBINING_CATEGORIES = ("Mn", "Me", "Mc", "Cf", "Sk")
"""Unicode categories that combine with the letter before: accents, joiners, skin tones."""
JOINER = "\u200d"
ELLIPSIS = "…"


def text_width(text: str, size: float) -> float:
    """Return the maximum width of a text, in the unit of its font size."""
    # A character after a joiner is drawn in the place of the one before.
    return size * sum(
        _width_in_ems(sign) for before, sign in pairwise(f" {text}") if before != JOINER
    )


def shorten(text: str, size: float, room: float) -> str:
    """Return a text, cut off between two letters if it is wider than `room`."""
    if text_width(text, size) <= room:
        return text
    start = text
    while start and (
        _splits_letter(text, len(start)) or text_width(start.rstrip() + ELLIPSIS, size) > room
    ):
        start = start[:-1]
    return start.rstrip() + ELLIPSIS


def shorten_all(texts: Sequence[str], size: float, room: float) -> list[str]:
    """Return texts cut to fit side by side; long ones share the room that short ones leave."""
    left, fair = room, 0.0
    for behind, long in enumerate(sorted(text_width(text, size) for text in texts)):
        fair = left / (len(texts) - behind)
        left -= min(long, fair)
    return [shorten(text, size, fair) for text in texts]


def wrap_lines(text: str, size: float, room: float, most: int) -> list[str]:
    """Wrap a sentence between words into at most `most` lines; the last one is cut off."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(lines) < most and lines[-1] and text_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [shorten(line, size, room) for line in lines]


def _width_in_ems(sign: str) -> float:
    kind = unicodedata.category(sign)
    if kind in ("Mn", "Me", "Cf"):
        return 0
    if kind == "So":
        return 1.4
    if unicodedata.east_asian_width(sign) in "WF":
        return 1
    if sign in NARROW_LETTERS:
        return 0.42
    if sign in WIDE_LETTERS or kind == "Lo":
        return 1
    return 0.78 if kind == "Lu" else 0.64


def _splits_letter(text: str, place: int) -> bool:
    """Whether a cut at this index would split a visible letter."""
    return place < len(text) and (
        unicodedata.category(text[place]) in COMBINING_CATEGORIES or text[place - 1] == JOINER
    )
