"""Measure or try the app: `python -m benchmarks [speed|growth|load|faults]`; alone, speed."""

import sys
from collections.abc import Callable, Mapping, Sequence

from benchmarks import faults, growth, load, speed

TASKS: Mapping[str, Callable[[Sequence[str]], None]] = {
    "speed": speed.main,
    "growth": growth.main,
    "load": load.main,
    "faults": faults.main,
}


def main(words: Sequence[str]) -> None:
    """Do what the first word names with the others."""
    named = words[0] if words and words[0] in TASKS else ""
    TASKS[named or "speed"](words[1:] if named else words)


if __name__ == "__main__":
    main(sys.argv[1:])
