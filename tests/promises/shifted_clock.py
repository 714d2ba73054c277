"""Run the command with a changed clock: `python -m tests.promises.shifted_clock FILE …`.

FILE contains the offset of the clock in seconds; it is read at each call.
"""

import datetime
import runpy
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

REAL = datetime.datetime


def main(file: Path) -> None:
    """Serve, with everything that is loaded from now on asking the wrong clock."""

    def wrong_by() -> float:
        return float(file.read_text())

    time.time = shifted(time.time, wrong_by)
    time.time_ns = shifted(time.time_ns, lambda: int(wrong_by() * 10**9))
    Shifted.wrong_by = wrong_by
    datetime.datetime = Shifted  # type: ignore[misc]
    runpy.run_module("scorekeeper", run_name="__main__", alter_sys=True)


def shifted(real: Callable[[], Any], wrong_by: Callable[[], Any]) -> Callable[[], Any]:
    return lambda: real() + wrong_by()


class LikeReal(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, REAL)


class Shifted(REAL, metaclass=LikeReal):
    wrong_by: Callable[[], float]

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Any:
        return REAL.now(tz) + datetime.timedelta(seconds=cls.wrong_by())


if __name__ == "__main__":
    main(Path(sys.argv.pop(1)))
