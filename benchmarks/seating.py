"""Time the seating of rounds of every size: `python -m benchmarks seating`.

Ends with 1 if a round takes too long. Milliseconds are of the processor, because the machine may
be busy. What a seating promises is tested in `tests/rules/seating`.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.rules.seating.event import Event, EventKind
from scorekeeper.rules.seating.next_round import seat_next_round
from tests.rules.seating.evenings import gather, play

MAX_MS = 150


def main(words: Sequence[str] | None = None) -> None:
    """Seat all rounds, and print the slowest of each kind."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks seating", description=__doc__)
    arguments.add_argument("--people", type=int, default=40, help="most people (default: 40)")
    arguments.add_argument("--pairs", type=int, default=32, help="most pairs (default: 32)")
    given = arguments.parse_args(words)
    people, pairs = range(8, given.people + 1), range(4, given.pairs + 1)
    print("| played | ms at most | for |\n|---|--:|--:|")
    slowest = 0.0
    for kind, sizes, rounds in (
        (EventKind.SINGLES, people, 8),
        (EventKind.SINGLES, (60, 119), 8),
        (EventKind.ROUND_ROBIN, pairs, 3),
        (EventKind.SWISS, pairs, 8),
    ):
        taken, size = max(
            (time_round(replace(event, rounds=event.rounds[:played])), size)
            for size in sizes
            for event in [play(gather(kind, size), rounds - 1)]
            for played in range(rounds)
        )
        slowest = max(slowest, taken)
        print(f"| {sizes[0]} to {sizes[-1]}, {kind} | {taken:.1f} | {size} |", flush=True)
    raise SystemExit(slowest > MAX_MS)


def time_round(event: Event) -> float:
    """Return the milliseconds to seat the next round."""
    begun = time.process_time()
    seat_next_round(event)
    return 1000 * (time.process_time() - begun)
