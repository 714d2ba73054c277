"""Copies of matches by the thousand, made in the tables themselves."""

import sqlite3
from contextlib import closing
from pathlib import Path

TABLES = ("matches", "match_sides", "seats", "hands", "hand_seats", "hand_sides")


def multiply(path: Path, size: int) -> None:
    """Copy the matches that are there, all at once, until there are so many."""
    with closing(sqlite3.connect(path)) as connection:
        while (known := _greatest(connection, "matches")) < size:
            shifts = {"match_id": known, "hand_id": _greatest(connection, "hands")}
            for table in TABLES:
                own = {"matches": known, "hands": shifts["hand_id"]}.get(table)
                _copy(connection, table, shifts if own is None else {**shifts, "id": own})
            connection.commit()


def _copy(connection: sqlite3.Connection, table: str, shifts: dict[str, int]) -> None:
    names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    values = [
        "lower(hex(randomblob(11)))"
        if name == "public_id"
        else f"{name} + {shifts[name]}"
        if name in shifts
        else name
        for name in names
    ]
    connection.execute(
        f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} FROM {table}"
    )


def _greatest(connection: sqlite3.Connection, table: str) -> int:
    found: int = connection.execute(f"SELECT max(id) FROM {table}").fetchone()[0]
    return found
