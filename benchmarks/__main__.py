"""Measure the app against the floor and print the ratios: `python -m benchmarks`."""

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import measures
from benchmarks.scorebooks import FINISHED, fill
from benchmarks.servers import floor, scorekeeper


def main() -> None:
    """Measure, and print a line for each measure."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    arguments.add_argument(
        "--matches", type=int, default=0, help=f"also compare so many matches with {FINISHED}"
    )
    many = arguments.parse_args().matches
    print(f"{'engine, hands a second':<40}{measures.hands_a_second():>12,.0f}")
    with folder() as here:
        against_the_floor(here)
    if many:
        with folder() as here, folder() as there:
            against_few(here, there, many)


def against_the_floor(here: Path) -> None:
    """Compare pages, saving, start and memory with the bare app."""
    shown, new = fill(here)
    alone, together = new[:40], new[40:]
    started = measures.starts(here)
    with floor(here) as bare, scorekeeper(here) as app:
        ports = bare.port, app.port
        for name, path in (("match page, 13 hands", f"/matches/{shown}"), ("history", "/history")):
            tasks = measures.reading("/"), measures.reading(path)
            show(name, *measures.in_turns(ports, tasks, measures.REQUESTS))
        tasks = measures.writing, measures.saving(alone)
        show("saving a hand, 1 client", *measures.in_turns(ports, tasks, measures.REQUESTS))
        times = len(together) // measures.WRITERS * measures.HANDS
        writers = [measures.repeated(measures.writing, times)] * measures.WRITERS
        savers = [
            measures.repeated(measures.saving(together[writer :: measures.WRITERS]), times)
            for writer in range(measures.WRITERS)
        ]
        at_once = measures.at_once(bare.port, writers), measures.at_once(app.port, savers)
        show("saving a hand, 8 clients, p99", *at_once)
        show("memory, MB, used", bare.memory, app.memory, unit=1)
    show("start to first answer", started[0], started[1])
    show("memory, MB, at the start", started[2], started[3], unit=1)


def against_few(here: Path, there: Path, many: int) -> None:
    """Compare a scorebook of many matches with one of few."""
    shown, new = fill(here)
    shown_among_many, new_among_many = fill(there, many)
    with scorekeeper(here) as few, scorekeeper(there) as large:
        ports = few.port, large.port
        for name, tasks in {
            "match page": (
                measures.reading(f"/matches/{shown}"),
                measures.reading(f"/matches/{shown_among_many}"),
            ),
            "history": (measures.reading("/history"), measures.reading("/history")),
            "saving": (measures.saving(new), measures.saving(new_among_many)),
        }.items():
            name = f"{name}, {many:,} matches / {FINISHED}"
            show(name, *measures.in_turns(ports, tasks, measures.REQUESTS))


def show(name: str, base: float, measured: float, unit: int = 1000) -> None:
    """Print a measure, its base and their ratio; seconds as milliseconds."""
    print(f"{name:<40}{base * unit:>12.2f}{measured * unit:>12.2f}{measured / base:>8.2f} x")


@contextmanager
def folder() -> Iterator[Path]:
    """Make a folder that is gone at the end."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-benchmark-") as name:
        yield Path(name)


if __name__ == "__main__":
    main()
