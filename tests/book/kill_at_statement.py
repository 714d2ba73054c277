"""Migrate a scorebook repeatedly, each time killed one statement later.

Run it as its own program: it forks, which a process with threads should not do.
"""

import json
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

# Loaded before forking, so that the children have nothing to load.
import alembic.command
import filelock
import psycopg
from sqlalchemy import Engine, event, make_url

from scorekeeper.book.maintenance.schema import prepare
from tests.book.children import finished, start_in_child
from tests.effort import THOROUGH

EVERY = 1 if THOROUGH else 32
"""Every how many statements it is killed, besides those around a commit, where data is written.

The files are checked before every statement, because they are what a kill would leave.
"""

LOADED = (alembic.command, filelock)


def main(url: str, start: str) -> None:
    """Print the number of statements, and of kills that left neither the old nor the new state."""
    # On a server a killed process leaves the old rows; a file must be restored.
    folder = Path(url.removeprefix("sqlite:///")).parent if start else None

    def reset() -> None:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(start, folder)

    reset()
    old = dump(url)
    halves = stuck = reached = 0
    if folder is not None:
        halves, _ = run_in_process(partial(look_at_all, url, folder, old))
    while True:
        reset()
        reached, ended = run_in_process(partial(prepare_until, url, reached))
        if ended != -signal.SIGKILL:
            break
        halves += dump(url) != old
        if folder is not None:
            stuck += finished(start_in_child(partial(prepare, url, silent))) != 0
            stuck += dump(url) == old
    stuck += ended != 0
    print(json.dumps({"statements": reached, "halves": halves, "stuck": stuck}))


def run_in_process(work: Callable[[int], None]) -> tuple[int, int]:
    """Do some work in its own process; return the number it reports, and its exit status."""
    reading, writing = os.pipe()
    ended = finished(start_in_child(partial(work, writing)))
    os.close(writing)
    with open(reading) as number:
        return int(number.read()), ended


def prepare_until(url: str, before: int, report: int) -> None:
    """Prepare the scorebook; report the next statement due, and die before it is sent."""
    numbers = count(1)
    is_after_commit = False

    def die(is_commit: bool) -> None:
        nonlocal is_after_commit
        number = next(numbers)
        is_due = number % EVERY == 0 or is_commit or is_after_commit
        is_after_commit = is_commit
        if is_due and number > before:
            os.write(report, str(number).encode())
            os.kill(os.getpid(), signal.SIGKILL)

    at_every_statement(die)
    prepare(url, silent)
    os.write(report, str(next(numbers) - 1).encode())


def look_at_all(url: str, folder: Path, old: list[str], report: int) -> None:
    """Prepare the scorebook; report before how many statements its files had changed."""
    halves = 0
    seen = folder.with_name("seen")

    def look(_is_commit: bool) -> None:
        nonlocal halves
        # Its own process: closing the files here would give up the locks on them.
        halves += finished(start_in_child(see)) != 0

    def see() -> None:
        shutil.copytree(folder, seen)
        is_old = dump(url.replace(str(folder), str(seen))) == old
        shutil.rmtree(seen)
        assert is_old

    at_every_statement(look)
    prepare(url, silent)
    os.write(report, str(halves).encode())


def at_every_statement(react: Callable[[bool], None]) -> None:
    """Call `react` before every statement, with whether it is a commit."""
    event.listen(Engine, "before_cursor_execute", lambda *_: react(False))
    event.listen(Engine, "commit", lambda *_: react(True))


def silent(_sentence: str) -> None:
    """Report to nobody."""


def dump(url: str) -> list[str]:
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            return list(connection.iterdump())
    where = make_url(url)
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
    with psycopg.connect(
        host=str(where.query["host"]), user=where.username, dbname=where.database
    ) as server:
        return sorted(
            f"{table} {row}"
            for (table,) in server.execute(tables).fetchall()
            for row in server.execute(f"SELECT * FROM {table}").fetchall()
        )


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
