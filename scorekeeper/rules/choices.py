"""The words a house rule can be where it is no number (rules.md §4)."""

from enum import StrEnum


class FailedNil(StrEnum):
    """What the tricks of a failed nil do for its side."""

    BAGS = "bags"
    HELP = "help"
    BAGS_ONLY = "bags only"
    NOTHING = "nothing"


class TwoNils(StrEnum):
    """How two partners are scored who both bid nil."""

    SEPARATE = "separate"
    TOGETHER = "together"
    NO_BAGS = "no bags"
    FORBIDDEN = "forbidden"


class SetPenalty(StrEnum):
    """What a set contract costs."""

    BID = "bid"
    NONE = "none"
    SHORTFALL = "shortfall"


class FirstHand(StrEnum):
    """Whether the first hand is bid, or bids itself: ten points a trick."""

    BID = "bid"
    BIDS_ITSELF = "bids itself"


class Bidding(StrEnum):
    """How free the bids are."""

    FREE = "free"
    MIRROR = "mirror"
    WHIZ = "whiz"
    SUICIDE = "suicide"


class RevokePenalty(StrEnum):
    """What an established revoke costs; a number of points is possible too."""

    THREE_TRICKS = "3 tricks"
    TWO_TRICKS = "2 tricks"
    ONE_TRICK = "1 trick"
    SET = "set"
