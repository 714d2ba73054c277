"""Migrate a scorebook over and over, each time killed at its next statement.

Run as a program of its own: it forks, which a process with threads should not do.
"""

import json
import os
import shutil
import signal
import sqlite3
import sys
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

# Loaded before forking, so that the children have nothing to load.
import alembic.command
import filelock
import psycopg
from sqlalchemy import Engine, event, make_url

from scorekeeper.book.schema import prepare
from tests.book.killing import finished, start_in_child

OFTEN = 8
"""Of so many deaths, one is made up for: nearly all leave the same behind."""

LOADED = (alembic.command, filelock)


def main(url: str, start: str) -> None:
    """Print how many statements there are, and after how many deaths it was neither old nor new."""
    # On a server what was killed leaves the old rows; a file has to be put back.
    folder = Path(url.removeprefix("sqlite:///")).parent if start else None

    def reset() -> None:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(start, folder)

    reset()
    old = dump(url)
    halves = stuck = 0
    for statement in count(1):
        reset()
        ended = finished(start_in_child(partial(prepare_until, url, statement)))
        halves += ended == -signal.SIGKILL and dump(url) != old
        if ended == 0:
            break
        if folder is not None and statement % OFTEN == 0:
            stuck += finished(start_in_child(partial(prepare_until, url, 0))) != 0
            stuck += dump(url) == old
    print(json.dumps({"statements": statement - 1, "halves": halves, "stuck": stuck}))


def prepare_until(url: str, last: int) -> None:
    """Prepare the scorebook; die when the statement of this number is about to be sent."""
    numbers = count(1)

    def die_at_last(*_: object) -> None:
        if next(numbers) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", die_at_last)
    event.listen(Engine, "commit", die_at_last)
    prepare(url, lambda _sentence: None)


def dump(url: str) -> list[str]:
    """Everything that is written in a scorebook."""
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
