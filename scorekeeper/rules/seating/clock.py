"""The clock of a round: the moment from which its minutes count, perhaps in the future."""

from datetime import datetime, timedelta
from enum import StrEnum

SEATING_TIME = timedelta(minutes=3)
"""Time between the start of a round and that of its clock: people have to sit down."""
EXTENSION = timedelta(minutes=5)


class ClockChange(StrEnum):
    """A change of the clock of a round by an organiser."""

    START = "start"
    EXTEND = "extend"
    STOP = "stop"


def change_clock(
    change: ClockChange, clock: datetime, ends: datetime, moment: datetime
) -> datetime:
    """Return the clock after a change at a moment; one that has begun is not started again.

    >>> begun, ends = datetime(2026, 11, 20, 20, 9), datetime(2026, 11, 20, 20, 34)
    >>> moment = datetime(2026, 11, 20, 20, 30)
    >>> for change in ClockChange:
    ...     print(change_clock(change, begun, ends, moment).time())
    20:09:00
    20:14:00
    20:05:00
    """
    length = ends - clock
    if change is ClockChange.START:
        return min(clock, moment)
    if change is ClockChange.EXTEND:
        return max(ends, moment) + EXTENSION - length
    return min(ends, moment) - length
