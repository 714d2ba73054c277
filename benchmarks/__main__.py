"""Measure or try the app: `python -m benchmarks`, alone or with the name of one of the tasks."""

import sys
from collections.abc import Callable, Mapping, Sequence

from benchmarks import exchange, faults, growth, load, speed

TASKS: Mapping[str, Callable[[Sequence[str]], None]] = {
    "speed": speed.main,
    "growth": growth.main,
    "exchange": exchange.main,
    "load": load.main,
    "faults": faults.main,
}


def main(words: Sequence[str]) -> None:
    """Do what the first word names with the others."""
    named = words[0] if words and words[0] in TASKS else ""
    TASKS[named or "speed"](words[1:] if named else words)


if __name__ == "__main__":
    main(sys.argv[1:])
