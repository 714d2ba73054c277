"""Run a benchmark: `python -m benchmarks [TASK]`, by default `speed`."""

import sys
from collections.abc import Callable, Mapping, Sequence

from benchmarks import (
    evening,
    exchange,
    faults,
    growth,
    load,
    offline,
    pages,
    polls,
    releases,
    seating,
    speed,
    tap,
)

TASKS: Mapping[str, Callable[[Sequence[str]], None]] = {
    "speed": speed.main,
    "pages": pages.main,
    "polls": polls.main,
    "growth": growth.main,
    "exchange": exchange.main,
    "load": load.main,
    "faults": faults.main,
    "offline": offline.main,
    "tap": tap.main,
    "releases": releases.main,
    "seating": seating.main,
    "evening": evening.main,
}


def main(words: Sequence[str]) -> None:
    """Run the task named by the first word with the other words as its arguments."""
    named = words[0] if words and words[0] in TASKS else ""
    TASKS[named or "speed"](words[1:] if named else words)


if __name__ == "__main__":
    main(sys.argv[1:])
