"""Hold the promises for an hour, or a minute: `python -m benchmarks faults --seconds 3600`.

Each file of tests is a promise, said in its first line. All are run in turn until the time is over,
each once at least; where there are ten minutes or more, with as many kills as the promises say.
"""

import argparse
import ast
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACES = (
    "tests/promises/test_*.py",
    "tests/hosting/test_servers.py",
    "tests/book/maintenance/test_re[ls]*.py",
    "tests/book/maintenance/test_database_copy.py",
)
"""Where the tests are that a death, a disk, a database or a hand on a phone is part of."""
THOROUGH = 600.0
"""Seconds from which on as much is tried as the promises say."""


@dataclass(frozen=True)
class Round:
    """What came out when a file of tests was run."""

    held: bool
    seconds: float
    said: str


def main(words: Sequence[str] | None = None) -> None:
    """Run them, print a line for each, and say at the end which were not held."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks faults", description=__doc__)
    arguments.add_argument("--seconds", type=float, default=60, help="how long; 60 is usual")
    arguments.add_argument("--only", default="", help="files whose name holds this, alone")
    chosen = arguments.parse_args(words)
    promises = [file for file in found() if chosen.only in file.name]
    if not promises:
        raise SystemExit(f"no promise is called {chosen.only!r}")
    rounds = [*run(promises, chosen.seconds)]
    broken = sum(not done.held for done in rounds)
    print(f"{len(rounds)} rounds of {len(promises)} promises, {broken} not held")
    raise SystemExit(broken > 0)


def found() -> list[Path]:
    """Return the files of tests."""
    return sorted(file for place in PLACES for file in ROOT.glob(place))


def run(promises: Sequence[Path], seconds: float) -> Iterator[Round]:
    """Run them again and again, each once at least; print what came out."""
    ends = time.monotonic() + seconds
    for number, file in enumerate(cycle(promises)):
        if number >= len(promises) and time.monotonic() > ends:
            return
        done = once(file, thorough=seconds >= THOROUGH)
        held = "held" if done.held else "NOT HELD"
        print(f"{done.seconds:7.1f} s  {held}  {promise(file)}", flush=True)
        if not done.held:
            print(done.said, flush=True)
        yield done


def once(file: Path, *, thorough: bool) -> Round:
    """Run the tests of a file in a process of their own, one after the other."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", "--tb=short"]
    began = time.monotonic()
    done = subprocess.run(
        [*command, str(file)],
        cwd=ROOT,
        env={**os.environ, "THOROUGH": "1" if thorough else ""},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return Round(done.returncode == 0, time.monotonic() - began, done.stdout + done.stderr)


def promise(file: Path) -> str:
    """Return what a file of tests promises."""
    told = ast.get_docstring(ast.parse(file.read_text())) or file.name
    return told.partition("\n")[0]
