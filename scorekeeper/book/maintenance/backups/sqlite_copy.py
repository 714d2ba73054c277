"""Copies of a SQLite scorebook that may be in use, and their contents."""

import filecmp
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from sqlalchemy import URL

from scorekeeper.atomic_write import move_into_place, temporary_path
from scorekeeper.book.db.database import find_file, parse_url
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.db.ids import now
from scorekeeper.book.maintenance.file_check import check_file, check_open_file, open_sqlite


@dataclass(frozen=True)
class BackupContents:
    """The contents of a scorebook file: matches that are not deleted, its size and its hash."""

    matches: int
    newest: datetime | None
    bytes: int
    sha256: str


def create_backup(url: str | URL, target: Path) -> BackupContents:
    """Copy the scorebook into a new file, verify the copy, and return its contents."""
    if (path := find_file(parse_url(url))) is None:
        raise ScorebookError("This scorebook is in PostgreSQL. Back it up with pg_dump.")
    if target.exists():
        raise ScorebookError(f"{target} already exists. Nothing was written.")
    if not path.exists():
        raise ScorebookError(f"There is no scorebook at {path} yet.")
    if not target.parent.is_dir():
        raise ScorebookError(f"There is no folder {target.parent}. Nothing was written.")
    try:
        copy_and_verify(path, target)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise ScorebookError(f"Can't back up {path} to {target}: {reason}.") from error
    return read_contents(target)


def copy_and_verify(source: Path, target: Path) -> None:
    """Copy a SQLite file and verify it; delete a damaged copy and raise ScorebookError."""
    copy_online(source, target)
    try:
        check_file(target, thoroughly=True)
    except BaseException as error:
        target.unlink(missing_ok=True)
        if isinstance(error, ScorebookError):
            # The message is to name the scorebook, not its copy.
            check_open_file(source, thoroughly=True)
        raise


def copy_online(source: Path, target: Path) -> None:
    """Copy a snapshot of a SQLite file in use, and rename the copy into place."""
    with temporary_path(target) as partial:
        # Created before SQLite does, which would let others read the unfinished file.
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL, 0o600))
        with open_sqlite(source) as original, closing(sqlite3.connect(partial)) as copy:
            original.backup(copy)
            # One plain file, readable in a read-only folder, too.
            copy.execute("PRAGMA journal_mode = DELETE")
        move_into_place(partial, target)


def find_free_file(source: Path, *names: str) -> Path:
    """Return a free path next to a file: one of the names, or the last one with a number."""
    numbered = (f"{names[-1]}-{number}" for number in count(2))
    files = (source.with_name(f"{name}.sqlite") for name in chain(names, numbered))
    return next(file for file in files if not file.exists())


def keep_copy(source: Path, name: str) -> Path:
    """Copy a SQLite file next to it and return the copy, never overwriting an older one.

    An existing identical copy is returned instead, so repeated failing starts leave only one.
    """
    files = source.parent.iterdir()
    older = [file for file in files if file.name.startswith(name) and file.suffix == ".sqlite"]
    target = find_free_file(source, name, f"{name}-{now():%Y-%m-%d-%H%M%S}")
    copy_online(source, target)
    for copy in older:
        if filecmp.cmp(copy, target, shallow=False):
            target.unlink()
            return copy
    return target


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
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def open_untrusted(path: Path, mode: str = "ro") -> Iterator[sqlite3.Connection]:
    """Open a SQLite file from an untrusted source, without running its schema."""
    with open_sqlite(path, mode) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        yield connection


def find_columns(connection: sqlite3.Connection, table: str) -> frozenset[str]:
    """Return the columns of a table; none where there is no such table."""
    return frozenset(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
