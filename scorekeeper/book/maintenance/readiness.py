"""Readiness check: whether the scorebook can be read and written now."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import StorageError
from scorekeeper.book.maintenance.schema import HEAD

MIN_FREE_BYTES = 8 * 1024 * 1024
"""Free bytes below which the disk of a scorebook counts as full."""


def find_problems(database: Database) -> list[str]:
    """Return the problems that prevent reading or writing, one sentence each."""
    return list(_check(database))


def free_bytes(database: Database) -> int | None:
    """Return the free bytes on the disk of a scorebook file; None where they are unknown."""
    try:
        return shutil.disk_usage(_file_path(database).parent).free if database.is_sqlite else None
    except OSError:
        return None


def _check(database: Database) -> Iterator[str]:
    revision, takes_writing = None, True
    try:
        with database.read() as session:
            if not database.is_sqlite:
                takes_writing = not session.scalar(text("SELECT pg_is_in_recovery()"))
            if inspect(session.connection()).has_table("alembic_version"):
                revision = session.scalar(text("SELECT version_num FROM alembic_version"))
    except StorageError:
        yield "The database doesn't respond."
        return
    except DBAPIError:  # such as a missing permission
        yield "No permission to read the scorebook."
        return
    if revision is None:
        yield "There is no scorebook in the database."
    elif revision != HEAD:
        yield f"The database is at version {revision}; this program needs {HEAD}."
    if database.is_sqlite:
        path = _file_path(database)
        takes_writing = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
        if shutil.disk_usage(path.parent).free < MIN_FREE_BYTES:
            yield "The disk with the scores is full."
    if not takes_writing:
        yield "The scorebook is read-only."


def _file_path(database: Database) -> Path:
    return Path(str(database.url.database))
