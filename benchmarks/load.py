"""How many tables a server carries: `python -m benchmarks load`.

At each table a hand is saved every 3 minutes; one phone asks every 2 seconds whether there is
something new, three do once a minute, and now and then somebody reads the history. There come more
tables, until one request in a hundred takes longer than 200 ms: that is the knee.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks import hosted_tables
from benchmarks.load_clients import Told
from benchmarks.processes import memory, on_cores, worked
from benchmarks.scorebooks import folder
from tests import postgres
from tests.hosting.hosts import Command, gunicorn, hosting
from tests.servers import COMMAND

SLOW = 0.2
"""Seconds that one request in a hundred may take."""
RISE = 1.25
"""How many more tables there are each time."""
SETTLE = 10.0
"""Seconds in which new tables come, and for which they play before it is measured."""
# Its limits on rates hold, as each table has an address of its own.
SETTINGS = {
    "SCOREKEEPER_TRUSTED_PROXIES": "1",
    "SCOREKEEPER_RATE_LIMITS": "",
    "MALLOC_ARENA_MAX": "2",
}
# As a host's server, which loses nothing at a power cut.
KEPT = {"fsync": "on", "full_page_writes": "on", "shared_buffers": "128MB"}


@dataclass(frozen=True)
class Rung:
    """What came out with so many tables; shares of a core, and the MB of the largest worker."""

    tables: int
    told: Told
    server: float
    database: float
    memory: float

    @property
    def is_carried(self) -> bool:
        """Whether it was quick enough, and nobody was turned away."""
        return self.told.slow <= SLOW and not self.told.wrong


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print a line for each number of tables, then the knee."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks load", description=__doc__)
    arguments.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    arguments.add_argument("--server", choices=("gunicorn", "serve"), default="gunicorn")
    arguments.add_argument("--workers", type=int, default=1, help="of gunicorn, a core for each")
    arguments.add_argument("--from", dest="least", type=int, default=200, help="tables at first")
    arguments.add_argument("--to", dest="most", type=int, default=2000, help="tables at most")
    arguments.add_argument("--seconds", type=float, default=30, help="measured, each time")
    chosen = arguments.parse_args(words)
    cores = sorted(os.sched_getaffinity(0))
    own, others = cores[: chosen.workers], cores[chosen.workers :] or cores
    named = "serve" if chosen.server == "serve" else f"gunicorn, {chosen.workers} worker(s)"
    print(f"{named}, {chosen.database}: cores {own} of {cores}; client and database {others}.\n")
    print("| tables | requests/s | p50 ms | p99 ms | p99 of saves | wrong ", end="")
    print("| server | database | client | worker MB |\n|" + "--:|" * 10, flush=True)
    rungs = []
    command = served(chosen.server, chosen.workers)
    sizes = rising(chosen.least, chosen.most)
    for rung in climb(command, chosen.database, sizes, chosen.seconds, own, others):
        show(rung)
        rungs.append(rung)
    carried = [rung for rung in rungs if rung.is_carried]
    if carried:
        ended = "the knee" if len(carried) < len(rungs) else "no knee up to there"
        print(f"\n{carried[-1].tables} tables, {ended}; ", end="")
        print(f"a worker held {rungs[0].memory:.0f} MB at first, {rungs[-1].memory:.0f} at last.")


def served(server: str, workers: int) -> Command:
    """Return how it is served."""
    if server == "gunicorn":
        return gunicorn(f"--workers={workers}")
    return lambda port: [*COMMAND, "serve", "--host", "127.0.0.1", "--port", str(port)]


def rising(least: int, most: int) -> list[int]:
    """Return the numbers of tables, each larger by a quarter than the one before."""
    sizes = [least]
    while sizes[-1] * RISE <= most:
        sizes.append(round(sizes[-1] * RISE))
    return sizes


def climb(
    command: Command,
    kind: str,
    sizes: Sequence[int],
    seconds: float,
    own: Sequence[int],
    others: Sequence[int],
    settle: float = SETTLE,
) -> Iterator[Rung]:
    """Let more and more tables play, until they are not carried any more."""
    with ExitStack() as stack:
        here = stack.enter_context(folder())
        with on_cores(others):
            url, of_database = stack.enter_context(database(kind, here))
            matches = hosted_tables.fill(url, sizes[-1])
        settings = {**SETTINGS, "SCOREKEEPER_DATABASE_URL": url}
        with on_cores(own):
            server, port = stack.enter_context(hosting(command, here, **settings))
        with on_cores(others):
            visitors = stack.enter_context(
                visiting(port, matches, here.with_name("matches"), settle)
            )
        process = server.running.pid
        for size in sizes:
            visitors.come(size)
            before = worked(process), of_database()
            told = visitors.measured(seconds)
            server_worked, database_worked = worked(process) - before[0], of_database() - before[1]
            rung = Rung(
                size, told, server_worked / seconds, database_worked / seconds, memory(process)
            )
            yield rung
            if not rung.is_carried:
                return


@contextmanager
def database(kind: str, here: Path) -> Iterator[tuple[str, Callable[[], float]]]:
    """Return the address of a new database, and what says for how long its server worked."""
    if kind == "sqlite":
        yield f"sqlite:///{here / 'scorebook.sqlite'}", lambda: 0.0
        return
    with postgres.running_server(**KEPT) as server:
        yield server.url(server.create()), lambda: worked(server.process)


class Visitors:
    """Phones in a process of their own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def come(self, count: int) -> None:
        """Let so many tables play, and wait until they do."""
        self._told(count)

    def measured(self, seconds: float) -> Told:
        """Return what came out in so many seconds."""
        return Told(**json.loads(self._told(seconds)))

    def _told(self, number: float) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()


@contextmanager
def visiting(port: int, matches: Sequence[str], file: Path, settle: float) -> Iterator[Visitors]:
    """Begin with nobody; all go at the end."""
    file.write_text(json.dumps(matches))
    command = (sys.executable, "-m", "benchmarks.load_clients", str(port), str(file), str(settle))
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe) as process:
        try:
            yield Visitors(process)
        finally:
            process.kill()


def show(rung: Rung) -> None:
    """Print a line."""
    told = rung.told
    times = (told.median, told.slow, told.slow_saves)
    shares = (rung.server, rung.database, told.busy)
    print(
        f"| {rung.tables:,} | {told.requests:.0f} |",
        *(f"{seconds * 1000:.0f} |" for seconds in times),
        f"{told.wrong} |",
        *(f"{share:.0%} |" for share in shares),
        f"{rung.memory:.0f} |",
        flush=True,
    )
