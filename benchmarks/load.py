"""Measure how many tables a server can handle: `python -m benchmarks load`.

At each table a hand is saved every 3 minutes. One phone polls every 2 seconds, three poll once a
minute, and the history is read now and then. Tables are added until the p99 exceeds 200 ms. The
server `floor` is a bare Flask page under gunicorn, asked for as often.
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
from benchmarks.load_clients import Result
from benchmarks.processes import memory, on_cores, worked
from benchmarks.scorebooks import folder
from tests import postgres
from tests.hosting.hosts import Command, gunicorn, hosting
from tests.servers import COMMAND

SLOW = 0.2
"""Longest acceptable p99 in seconds."""
RISE = 1.25
"""Growth factor of the number of tables."""
SETTLE = 10.0
"""Seconds in which new tables start, and for which they play before measuring."""
# The default rate limits apply, because each table has its own address.
SETTINGS = {"SCOREKEEPER_TRUSTED_PROXIES": "1", "SCOREKEEPER_RATE_LIMITS": ""}
# As on a real server, which loses nothing in a power cut.
DURABLE = {"fsync": "on", "full_page_writes": "on", "shared_buffers": "128MB"}


@dataclass(frozen=True)
class Rung:
    """The result for a number of tables: shares of a core, and the largest worker in MB."""

    tables: int
    result: Result
    server: float
    database: float
    memory: float

    @property
    def is_carried(self) -> bool:
        """Whether it was fast enough, without errors."""
        return self.result.slow <= SLOW and not self.result.errors


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print a row per number of tables, then the knee."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks load", description=__doc__)
    arguments.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    arguments.add_argument("--server", choices=("gunicorn", "serve", "floor"), default="gunicorn")
    arguments.add_argument(
        "--workers", type=int, default=1, help="worker processes, each with its own core"
    )
    arguments.add_argument(
        "--from", dest="least", type=int, default=200, help="first number of tables"
    )
    arguments.add_argument(
        "--to", dest="most", type=int, default=2000, help="maximum number of tables"
    )
    arguments.add_argument("--seconds", type=float, default=30, help="seconds to measure each time")
    chosen = arguments.parse_args(words)
    cores = sorted(os.sched_getaffinity(0))
    own, others = cores[: chosen.workers], cores[chosen.workers :] or cores
    print(f"{chosen.server}, {chosen.workers} worker(s), {chosen.database}: ", end="")
    print(f"cores {own} of {cores}; client and database {others}.\n")
    print("| tables | requests/s | p50 ms | p99 ms | p99 of saves | errors | of saves ", end="")
    print("| server | database | client | worker MB |\n|" + "--:|" * 11, flush=True)
    rungs = []
    command = served(chosen.server, chosen.workers)
    sizes = rising(chosen.least, chosen.most)
    database = "" if chosen.server == "floor" else chosen.database
    for rung in climb(command, database, sizes, chosen.seconds, own, others):
        show(rung)
        rungs.append(rung)
    carried = [rung for rung in rungs if rung.is_carried]
    if carried:
        ended = "the knee" if len(carried) < len(rungs) else "no knee so far"
        print(f"\n{carried[-1].tables} tables, {ended}; ", end="")
        print(
            f"worker memory: {rungs[0].memory:.0f} MB at first, {rungs[-1].memory:.0f} at the end."
        )


def served(server: str, workers: int) -> Command:
    """Return the command that starts the server."""
    if server == "gunicorn":
        return gunicorn(f"--workers={workers}")
    if server == "floor":
        return gunicorn(f"--workers={workers}", "benchmarks.baseline:create_floor('.')")
    return lambda port: [*COMMAND, "serve", "--host", "127.0.0.1", "--port", str(port)]


def rising(least: int, most: int) -> list[int]:
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
    """Yield the results for growing numbers of tables, until the server is too slow.

    Without a `kind` of database the server has no tables.
    """
    with ExitStack() as stack:
        here = stack.enter_context(folder())
        with on_cores(others):
            url, of_database = stack.enter_context(database(kind, here))
            matches = hosted_tables.fill(url, sizes[-1]) if kind else [""] * sizes[-1]
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
            result = visitors.measured(seconds)
            shares = (worked(process) - before[0]) / seconds, (of_database() - before[1]) / seconds
            rung = Rung(size, result, *shares, memory(process))
            yield rung
            if not rung.is_carried and size < sizes[-1]:
                return


@contextmanager
def database(kind: str, here: Path) -> Iterator[tuple[str, Callable[[], float]]]:
    """Yield the URL of a new database and a function for its server's CPU seconds."""
    if kind != "postgresql":
        yield f"sqlite:///{here / 'scorebook.sqlite'}", lambda: 0.0
        return
    with postgres.running_server(**DURABLE) as server:
        yield server.url(server.create()), lambda: worked(server.process)


class Visitors:
    """Phones in their own process."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def come(self, count: int) -> None:
        """Grow to `count` tables, and wait until they all play."""
        self._ask(f"{count}")

    def measured(self, seconds: float) -> Result:
        return Result(**json.loads(self._ask(f"{seconds}")))

    def _ask(self, line: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()


@contextmanager
def visiting(port: int, matches: Sequence[str], file: Path, settle: float) -> Iterator[Visitors]:
    """Start the client process without tables; end it afterwards."""
    file.write_text(json.dumps(matches))
    command = (sys.executable, "-m", "benchmarks.load_clients", str(port), str(file), str(settle))
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe) as process:
        try:
            yield Visitors(process)
        finally:
            process.kill()


def show(rung: Rung) -> None:
    """Print a row of the table."""
    result = rung.result
    times = (result.median, result.slow, result.slow_saves)
    shares = (rung.server, rung.database, result.busy)
    print(
        f"| {rung.tables:,} | {result.requests:.0f} |",
        *(f"{seconds * 1000:.0f} |" for seconds in times),
        f"{result.errors} | {result.unsaved} |",
        *(f"{share:.0%} |" for share in shares),
        f"{rung.memory:.0f} |",
        flush=True,
    )
