"""Looking into the scorebook's file from outside the program."""

import sqlite3
from contextlib import closing

from tests.promises.servers import Server


def rows(server: Server, table: str) -> int:
    """Return how many rows a table has."""
    with closing(sqlite3.connect(server.scorebook)) as kept:
        found: int = kept.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return found


def contents(server: Server) -> list[str]:
    """Return everything that is kept, to be compared."""
    with closing(sqlite3.connect(server.scorebook)) as kept:
        return list(kept.iterdump())
