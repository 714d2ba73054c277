"""Copies thousands of matches directly in the tables of a SQLite file."""

import sqlite3
from contextlib import closing
from pathlib import Path

TABLES = ("addresses", "matches", "match_sides", "seats", "hands", "hand_seats", "hand_sides")


def multiply(path: Path, size: int) -> None:
    """Copy all matches, with earlier ids, until there are at least `size`."""
    with closing(sqlite3.connect(path)) as connection:
        while _one(connection, "SELECT count(*) FROM matches") < size:
            span = _one(connection, "SELECT max(id) - min(id) + 1 FROM matches")
            for table in TABLES:
                _copy(connection, table, span)
            connection.commit()


def _copy(connection: sqlite3.Connection, table: str, span: int) -> None:
    names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    match_id = "id" if table == "matches" else "match_id"
    changed = {"public_id": "lower(hex(randomblob(11)))", match_id: f"{match_id} - {span}"}
    values = [changed.get(name, name) for name in names]
    connection.execute(
        f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} FROM {table}"
    )


def _one(connection: sqlite3.Connection, question: str) -> int:
    found: int = connection.execute(question).fetchone()[0]
    return found
