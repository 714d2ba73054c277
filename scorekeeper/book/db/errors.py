"""Errors of the database and the scorebook file."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy.exc


class StorageError(Exception):
    """The scorebook cannot be used at the moment; nothing was written."""


class Busy(StorageError):
    """Another writer held the lock until the timeout; a retry will help."""


class Full(StorageError):
    """Nothing can be written: no space is left, the file is read-only, or the disk fails."""


class ScorebookError(Exception):
    """The scorebook must not be opened; with a sentence for the terminal, a reason for the page."""

    def __init__(self, sentence: str, reason: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.reason = reason


_SQLITE_CODES: dict[int, type[StorageError]] = {
    sqlite3.SQLITE_BUSY: Busy,
    sqlite3.SQLITE_LOCKED: Busy,
    sqlite3.SQLITE_PROTOCOL: Busy,
    sqlite3.SQLITE_FULL: Full,
    sqlite3.SQLITE_IOERR: Full,
    sqlite3.SQLITE_READONLY: Full,
    sqlite3.SQLITE_CANTOPEN: StorageError,
    sqlite3.SQLITE_CORRUPT: StorageError,
    sqlite3.SQLITE_NOTADB: StorageError,
}

# Prefixes of PostgreSQL's SQLSTATE codes; the first match counts.
_POSTGRESQL_CODES: dict[str, type[StorageError]] = {
    "40": Busy,  # a deadlock or a failed serialization
    "55P03": Busy,  # lock_timeout
    "57014": Busy,  # statement_timeout
    "57P03": Busy,  # the server is starting
    "53300": Busy,  # too many connections
    "53100": Full,  # the disk is full
    "58030": Full,  # the disk fails
    "25006": Full,  # the server is read-only
    "0A000": Full,  # so is a standby
    "08": StorageError,
    "53": StorageError,
    "57P": StorageError,
    "58": StorageError,
    "XX": StorageError,
}


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate errors of the drivers inside the block to StorageError and its subclasses."""
    try:
        yield
    except sqlalchemy.exc.TimeoutError as error:
        raise Busy(str(error)) from error
    except Exception as error:
        cause = error.orig if isinstance(error, sqlalchemy.exc.DBAPIError) else error
        meaning = _meaning(cause)
        if meaning is None:
            raise
        raise meaning(str(cause)) from error


def _meaning(error: BaseException | None) -> type[StorageError] | None:
    if isinstance(error, sqlite3.Error):
        # The low byte is the primary result code.
        return _SQLITE_CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    code = getattr(error, "sqlstate", None)
    if code is None:
        # Without an SQLSTATE, the server was not reached.
        return StorageError if type(error).__name__ in _UNREACHABLE else None
    return next((kind for start, kind in _POSTGRESQL_CODES.items() if code.startswith(start)), None)


# By name, because psycopg is installed only for PostgreSQL.
_UNREACHABLE = {"OperationalError", "InterfaceError", "ConnectionTimeout"}
