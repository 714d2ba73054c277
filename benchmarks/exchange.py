"""Export very many matches and import them again: `python -m benchmarks exchange`."""

import argparse
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

from benchmarks.growth import MANY, databases, fill
from benchmarks.processes import peak_memory
from tests.servers import COMMAND, environment

GLANCE = 0.02
"""Seconds between two readings of a process's memory."""


@dataclass(frozen=True)
class Done:
    """The elapsed seconds, CPU seconds and peak MB of a command."""

    name: str
    seconds: float
    worked: float
    memory: float


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print a table for each database."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks exchange", description=__doc__)
    arguments.add_argument("--matches", type=int, default=MANY)
    arguments.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    chosen = arguments.parse_args(words)
    for kind in chosen.database or ("sqlite", "postgresql"):
        show(kind, chosen.matches, measured(kind, chosen.matches))


def measured(kind: str, matches: int) -> list[Done]:
    """Export matches from one scorebook and import them twice into another."""
    with databases(kind) as new, TemporaryDirectory(prefix="scorekeeper-exchange-") as folder:
        source, target, file = new(), new(), f"{folder}/matches.jsonl"
        fill(source, matches)
        host, house = environment(Path(folder)), environment(Path(folder), SCOREKEEPER_HOSTED="0")
        from_source = {**host, "SCOREKEEPER_DATABASE_URL": source}
        to_target = {**house, "SCOREKEEPER_DATABASE_URL": target}
        return [
            run("export", from_source, "export", file),
            run("import", to_target, "import", "--yes", file),
            run("import, all known", to_target, "import", "--yes", file),
        ]


def run(name: str, settings: Mapping[str, str], *arguments: str) -> Done:
    """Run a command and measure it."""
    begun, before = time.perf_counter(), _worked()
    process = subprocess.Popen(
        [*COMMAND, *arguments], env=settings, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    memory = 0.0
    while process.poll() is None:
        memory = peak_memory(process.pid) or memory
        time.sleep(GLANCE)
    if process.returncode:
        raise RuntimeError(f"{arguments} ended with {process.returncode}")
    taken = time.perf_counter() - begun
    return Done(name, taken, _worked() - before, memory)


def show(kind: str, matches: int, done: Sequence[Done]) -> None:
    """Print the results as a table; docs/speed.md has its figures."""
    print(f"| {kind}, {matches:,} matches | seconds | CPU seconds | matches per CPU second | MB |")
    print("|---|--:|--:|--:|--:|")
    for one in done:
        print(
            f"| {one.name} | {one.seconds:.0f} | {one.worked:.0f} "
            f"| **{matches / one.worked:,.0f}** | **{one.memory:.0f}** |"
        )


def _worked() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
