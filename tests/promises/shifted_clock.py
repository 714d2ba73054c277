"""The command under a clock that the test moves: `python -m tests.promises.shifted_clock FILE …`.

FILE holds by how many seconds the clock is wrong; it is read whenever somebody asks for the time.
"""

import datetime
import runpy
import sys
import time
from pathlib import Path
from typing import Any

REAL = datetime.datetime
FILE = Path(sys.argv.pop(1))


def wrong_by() -> float:
    """Return by how many seconds the clock is wrong now."""
    return float(FILE.read_text())


def shift(real: Any, unit: int = 1) -> Any:
    """Return a clock that is wrong."""
    return lambda: real() + type(real())(wrong_by() * unit)


class LikeReal(type):
    """Moments that were made elsewhere are moments, too."""

    def __instancecheck__(cls, instance: object) -> bool:
        """Whether this is a moment."""
        return isinstance(instance, REAL)


class Shifted(REAL, metaclass=LikeReal):
    """The moments of a wrong clock."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Any:
        """Return what the clock shows."""
        return REAL.now(tz) + datetime.timedelta(seconds=wrong_by())


# Before anything else is loaded, so that everything asks the wrong clock.
time.time = shift(time.time)
time.time_ns = shift(time.time_ns, 10**9)
datetime.datetime = Shifted  # type: ignore[misc]

runpy.run_module("scorekeeper", run_name="__main__", alter_sys=True)
