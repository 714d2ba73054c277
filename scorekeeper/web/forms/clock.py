"""What a phone says of its clock, in fields that its script fills in.

Nothing follows from it but how times are shown: what cannot be is not said at all.
"""

import re

from flask import request

from scorekeeper.book.clocks import zone_called
from scorekeeper.rules import FURTHEST_CLOCK

CLOCK_FIELDS = frozenset({"utc_offset", "time_zone"})
MINUTES = re.compile(r"-?[0-9]{1,3}")


def told_offset() -> int | None:
    """Return how many minutes the clock of the phone is ahead of UTC, if it says so."""
    written = request.form.get("utc_offset", "")
    if MINUTES.fullmatch(written) is None or abs(int(written)) > FURTHEST_CLOCK:
        return None
    return int(written)


def told_zone(field: str = "time_zone") -> str | None:
    """Return the time zone that a field says, if it says one that is known."""
    written = request.form.get(field)
    return written if zone_called(written) is not None else None
