"""Compare this checkout with one of another release: `python -m benchmarks releases CHECKOUT`.

Both serve the same matches; requests take turns. A release should not be slower than the last one.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks import measurement
from benchmarks.clients import SCORER, Phone, steps
from benchmarks.measurement import HANDS, TURNS, Comparison, Line, Task, show_text
from tests.servers import ROOT

ROUNDS = 11
SERVE = """
import json, sys
from benchmarks.scorebooks import fill, folder
from benchmarks.servers import scorekeeper
with folder() as here:
    book = fill(here, int(sys.argv[1]))
    with scorekeeper(here) as server:
        matches = {"bidding": book.bidding, "playing": book.playing, "new": book.new}
        print(json.dumps([server.port, server.start, server.memory, matches]), flush=True)
        sys.stdin.readline()
"""
"""A program of modules that every release has."""


@dataclass(frozen=True)
class Release:
    """A running release: its port, the seconds and MB of its start, and its matches."""

    port: int
    start: float
    memory: float
    matches: dict[str, str]
    new: list[str]


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print a table."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks releases", description=__doc__)
    arguments.add_argument("checkout", type=Path, help="the folder of the other release")
    arguments.add_argument("--rounds", type=int, default=ROUNDS, help="rounds to measure")
    chosen = arguments.parse_args(words)
    show_text(against(chosen.checkout.resolve(), chosen.rounds), base="before")


def against(checkout: Path, rounds: int) -> list[Line]:
    """Compare pages, saving, start and memory with those of another checkout."""
    with serving(checkout, rounds) as before, serving(ROOT, rounds) as now:
        comparisons = [
            Comparison(name, base=base, ours=ours)
            for (name, base), ours in zip(
                tasks(before, Phone(before.port), Phone(before.port, SCORER)).items(),
                tasks(now, Phone(now.port), Phone(now.port, SCORER)).values(),
                strict=True,
            )
        ]
        measurement.compare(comparisons, rounds)
    start = Line("start to first answer", rounds=[(before.start, now.start)])
    memory = Line("memory, MB, at the start", unit=1, rounds=[(before.memory, now.memory)])
    for _ in range(rounds - 1):
        with serving(checkout, 0) as before, serving(ROOT, 0) as now:
            start.rounds.append((before.start, now.start))
            memory.rounds.append((before.memory, now.memory))
    return [*comparisons, start, memory]


def tasks(release: Release, reader: Phone, scorer: Phone) -> dict[str, Task]:
    """Return what is timed."""
    bidding, playing = (f"/matches/{release.matches[due]}" for due in ("bidding", "playing"))
    half = len(release.new) // 2
    saved, seen = steps(release.new[:half], HANDS), steps(release.new[half:], HANDS)
    pages = {
        "match page, 13 hands": bidding,
        "match page, tricks due": playing,
        "outlook, tricks due": f"{playing}/outlook",
        "history": "/history",
        "home": "/",
        "new match": "/matches/new",
        "history by name": "/history?name=ann",
        "players": "/players",
    }
    return {
        **{name: partial(reader.get, path) for name, path in pages.items()},
        "unchanged poll": partial(reader.poll, bidding),
        "save": lambda: scorer.save(next(saved)),
        "first look after a save": lambda: scorer.look_after_a_save(next(seen)),
    }


@contextmanager
def serving(checkout: Path, rounds: int) -> Iterator[Release]:
    """Serve a scorebook with the code of a checkout and the libraries of this one."""
    matches = -(-TURNS * (1 + rounds) // (2 * HANDS)) * 2 if rounds else 0
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, str(matches)],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        port, start, memory, made = json.loads(process.stdout.readline())
        yield Release(port, start, memory, made, made.pop("new"))
        process.communicate("\n")
