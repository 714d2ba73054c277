"""The contents of a backup file."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.book.db.errors import StorageError
from scorekeeper.book.maintenance.file_check import open_sqlite

UNREADABLE = (sqlite3.Error, UnicodeDecodeError, SQLAlchemyError, StorageError)
"""Errors raised for a file that isn't a valid scorebook."""


@dataclass(frozen=True)
class BackupContents:
    """The contents of a scorebook file: matches that are not deleted, its size and its hash."""

    matches: int
    newest: datetime | None
    bytes: int
    sha256: str


def read_contents(path: Path) -> BackupContents:
    """Read the contents of a checked file."""
    with open_untrusted(path) as copy:
        statement = "SELECT count(*), max(started_at) FROM matches WHERE deleted_at IS NULL"
        matches, newest = copy.execute(statement).fetchone()
    return BackupContents(
        matches,
        newest and datetime.fromisoformat(newest).replace(tzinfo=UTC),
        path.stat().st_size,
        hash_file(path),
    )


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_scorebook_ids(path: Path) -> frozenset[str]:
    """Return the public ids of all scorebooks in a file."""
    with open_untrusted(path) as copy:
        return frozenset(row[0] for row in copy.execute("SELECT public_id FROM scorebooks"))


@contextmanager
def open_untrusted(path: Path, mode: str = "ro") -> Iterator[sqlite3.Connection]:
    """Open a SQLite file from an untrusted source, without running its schema."""
    with open_sqlite(path, mode) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        yield connection


def find_columns(connection: sqlite3.Connection, table: str) -> frozenset[str]:
    """Return the columns of a table; none where there is no such table."""
    return frozenset(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
