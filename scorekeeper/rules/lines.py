"""The parts of a score: lines of points with their reasons, and the standing of a side."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """The reason for points won or lost; the value is the word of the match file."""

    CONTRACT_MADE = "contract made"
    CONTRACT_SET = "contract set"
    NIL_MADE = "nil made"
    NIL_FAILED = "nil failed"
    BLIND_NIL_MADE = "blind nil made"
    BLIND_NIL_FAILED = "blind nil failed"
    BOTH_NILS_MADE = "both nils made"
    BOTH_NILS_FAILED = "both nils failed"
    OVERTRICKS = "overtricks"
    FAILED_NIL_TRICKS = "tricks of a failed nil"
    BIG_BID_MADE = "big bid made"
    BIG_BID_SET = "big bid set"
    FIRST_HAND = "first hand"
    RULING = "ruling"
    TRICKS_BY_RULING = "tricks by ruling"
    BAG_PENALTY = "bag penalty"


class Standing(NamedTuple):
    """Points and bags of a side so far."""

    points: int = 0
    bags: int = 0


class Line(NamedTuple):
    """One reason and its points; `seat` is the nil bidder or offender it is about.

    `amount` is what the reason counts: tricks that count for a contract, tricks over it, tricks
    taken on a failed nil, tricks moved by a ruling, or how often the bag penalty fell due. `ruling`
    is the place of the ruling it is about among those of the hand, from 0.
    """

    reason: Reason
    points: int
    amount: int = 0
    seat: int | None = None
    ruling: int | None = None


class SideScore(NamedTuple):
    """The score of one side for a hand, and its standing afterwards.

    `made` is None if the side had no contract; `bags` are the new ones, before any penalty.
    """

    contract: int
    made: bool | None
    lines: tuple[Line, ...]
    points: int
    bags: int
    standing: Standing


HandScore = tuple[SideScore, ...]


def compute_lead(points: Sequence[int], side: int) -> int:
    """Return the lead of a side over the best of the others, negative if it is behind."""
    return points[side] - max([*points[:side], *points[side + 1 :]])
