"""Run the fault tests for a minute or an hour: `python -m benchmarks faults --seconds 3600`.

The first line of each test file is its promise. All files run in turn until the time is over, each
at least once. From ten minutes on, each tries as often as its promise says.
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
"""Tests of crashes, disks, databases and lost requests."""
THOROUGH = 600.0
"""Seconds from which on each file tries as often as its promise says."""


@dataclass(frozen=True)
class Round:
    """The result of running a test file."""

    held: bool
    seconds: float
    output: str


def main(words: Sequence[str] | None = None) -> None:
    """Run the tests and print a line per file, then the total."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks faults", description=__doc__)
    arguments.add_argument("--seconds", type=float, default=60, help="duration; default 60")
    arguments.add_argument("--only", default="", help="only files whose name contains this")
    chosen = arguments.parse_args(words)
    promises = [file for file in found() if chosen.only in file.name]
    if not promises:
        raise SystemExit(f"no test file matches {chosen.only!r}")
    rounds = [*run(promises, chosen.seconds)]
    broken = sum(not done.held for done in rounds)
    print(f"{len(rounds)} rounds of {len(promises)} promises, {broken} not held")
    raise SystemExit(broken > 0)


def found() -> list[Path]:
    """Return the test files."""
    return sorted(file for place in PLACES for file in ROOT.glob(place))


def run(promises: Sequence[Path], seconds: float) -> Iterator[Round]:
    """Run the files in turn, each at least once, and print the results."""
    ends = time.monotonic() + seconds
    for number, file in enumerate(cycle(promises)):
        if number >= len(promises) and time.monotonic() > ends:
            return
        done = once(file, thorough=seconds >= THOROUGH)
        held = "held" if done.held else "NOT HELD"
        print(f"{done.seconds:7.1f} s  {held}  {promise(file)}", flush=True)
        if not done.held:
            print(done.output, flush=True)
        yield done


def once(file: Path, *, thorough: bool) -> Round:
    """Run a test file in its own process, one test at a time."""
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
    """Return the promise of a test file."""
    docstring = ast.get_docstring(ast.parse(file.read_text())) or file.name
    return docstring.partition("\n")[0]
