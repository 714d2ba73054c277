"""What a score is made of: reasons with their points, and where they leave a side."""

from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """Why points are given or taken; the value is the word of the match file."""

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

    `amount` is what the reason counts: tricks that count for a contract, tricks over it, tricks of
    a failed nil, tricks moved by a ruling, or how often the bag penalty fell due. `ruling` is the
    place of the ruling it is about among those of the hand, from 0.
    """

    reason: Reason
    points: int
    amount: int = 0
    seat: int | None = None
    ruling: int | None = None


class SideScore(NamedTuple):
    """What a hand brought one side, and where the side stands after it.

    `made` is None where the side had no contract; `bags` are the new ones, before any penalty.
    """

    contract: int
    made: bool | None
    lines: tuple[Line, ...]
    points: int
    bags: int
    standing: Standing


HandScore = tuple[SideScore, ...]
