"""Which matches were played on one evening."""

from collections.abc import Sequence
from datetime import datetime, timedelta

APART = timedelta(hours=6)
"""A match that begins longer than this after the one before begins another evening."""


def evenings(started: Sequence[datetime]) -> list[list[int]]:
    """Return the matches that belong together, by their places in a list ordered by their start.

    An evening may go on past midnight: it has the day on which its first match began.

    >>> noon = datetime(2026, 11, 20, 12)
    >>> evenings([noon, noon + timedelta(hours=6), noon + timedelta(hours=13)])
    [[0, 1], [2]]
    """
    found: list[list[int]] = []
    for place, began in enumerate(started):
        if found and abs(began - started[place - 1]) <= APART:
            found[-1].append(place)
        else:
            found.append([place])
    return found
