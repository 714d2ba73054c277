"""Evenings: which matches were played in one."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

APART = timedelta(hours=6)
"""A match that begins later than this after the one before begins another evening."""


def evenings(began: Sequence[datetime]) -> list[slice]:
    """Return which of these moments, the newest first, belong to one evening.

    >>> at = [datetime(2026, 11, day, hour) for day, hour in [(21, 1), (20, 20), (20, 13)]]
    >>> evenings(at)
    [slice(0, 2, None), slice(2, 3, None)]
    """
    first = [
        place
        for place, moment in enumerate(began)
        if place == 0 or began[place - 1] - moment > APART
    ]
    return [slice(*ends) for ends in pairwise([*first, len(began)])]
