"""Run a benchmark: `python -m benchmarks [TASK]`, by default `speed`."""

import sys
from collections.abc import Sequence

from benchmarks import faults, growth, load, offline, releases, seating, speed

TASKS = {task.__name__.rpartition(".")[2]: task for task in (
    speed, growth, load, faults, offline, releases, seating
)}  # fmt: skip


def main(words: Sequence[str]) -> None:
    """Run the task named by the first word with the other words as its arguments."""
    named = words[0] if words and words[0] in TASKS else ""
    TASKS[named or "speed"].main(words[1:] if named else words)


if __name__ == "__main__":
    main(sys.argv[1:])
