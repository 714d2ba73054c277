"""Confidence intervals of success rates: they contain the true rate in 19 of 20 cases."""

from math import sqrt
from typing import NamedTuple

Z_SCORE_95 = 1.959963984540054
"""Standard errors on both sides of a 95 % interval."""
MIN_TRIES_FOR_PERCENTAGE = 30
"""Minimum tries for a rate to be shown as a percentage."""


class Rate(NamedTuple):
    """The number of successes out of a number of tries."""

    made: int
    tried: int

    @property
    def share(self) -> float:
        """The share of successes, 0 to 1; 0 without tries."""
        return self.made / self.tried if self.tried else 0.0

    @property
    def is_enough(self) -> bool:
        return self.tried >= MIN_TRIES_FOR_PERCENTAGE

    def without(self, part: "Rate") -> "Rate":
        """Return the rate without a part of its tries.

        >>> Rate(7, 10).without(Rate(2, 4))
        Rate(made=5, tried=6)
        """
        return Rate(self.made - part.made, self.tried - part.tried)


def compute_wilson_interval(rate: Rate) -> tuple[float, float]:
    """Return the 95 % score interval of Wilson (1927) for a rate.

    The figures are those of Newcombe (1998), Statistics in Medicine 17, 857-872, table I:

    >>> for made, tried in ((81, 263), (15, 148), (0, 20), (1, 29)):
    ...     print("%.4f %.4f" % compute_wilson_interval(Rate(made, tried)))
    0.2553 0.3662
    0.0624 0.1605
    0.0000 0.1611
    0.0061 0.1718
    >>> compute_wilson_interval(Rate(0, 0))
    (0.0, 1.0)
    """
    if not rate.tried:
        return 0.0, 1.0
    tried, square = rate.tried, Z_SCORE_95 * Z_SCORE_95
    middle = (rate.made + square / 2) / (tried + square)
    variance = rate.share * (1 - rate.share) * tried + square / 4
    spread = Z_SCORE_95 * sqrt(variance) / (tried + square)
    return max(middle - spread, 0.0), min(middle + spread, 1.0)


def rank_key(rate: Rate) -> tuple[bool, float]:
    """Return a key that sorts the best rate first, and those of few tries after all others.

    A percentage is sorted by itself. Rates of few tries are sorted by the lower bound of their
    interval, so that 1 of 1 does not come before 9 of 10.

    >>> sorted([Rate(1, 1), Rate(9, 10), Rate(91, 173), Rate(20, 35)], key=rank_key)[0]
    Rate(made=20, tried=35)
    >>> sorted([Rate(1, 1), Rate(9, 10), Rate(91, 173)], key=rank_key)[1:]
    [Rate(made=9, tried=10), Rate(made=1, tried=1)]
    """
    is_few = not rate.is_enough
    return is_few, -(compute_wilson_interval(rate)[0] if is_few else rate.share)


def compute_newcombe_interval(one: Rate, other: Rate) -> tuple[float, float]:
    """Return Newcombe's 95 % hybrid score interval for the difference of two rates.

    The figures are those of Newcombe (1998), Statistics in Medicine 17, 873-890, table II,
    method 10:

    >>> for one, other in (((56, 70), (48, 80)), ((9, 10), (3, 10)), ((10, 10), (0, 20))):
    ...     print("%.4f %.4f" % compute_newcombe_interval(Rate(*one), Rate(*other)))
    0.0524 0.3339
    0.1705 0.8090
    0.6791 1.0000
    """
    gap = one.share - other.share
    (low, high), (other_low, other_high) = map(compute_wilson_interval, (one, other))
    below = sqrt((one.share - low) ** 2 + (other_high - other.share) ** 2)
    above = sqrt((high - one.share) ** 2 + (other.share - other_low) ** 2)
    return gap - below, gap + above


def compare_rates(one: Rate, other: Rate) -> int:
    """Return 1 if the first rate is significantly better, -1 if the other is, else 0."""
    if not (one.tried and other.tried):
        return 0
    low, high = compute_newcombe_interval(one, other)
    return 1 if low > 0 else -1 if high < 0 else 0
