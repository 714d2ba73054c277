"""Check that a SQLite file is an undamaged, writable scorebook that only its owner can read."""

import os
import re
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryFile

from scorekeeper.book.db.database import LOCK_TIMEOUT_SECONDS
from scorekeeper.book.db.errors import ScorebookError

MAX_FULL_CHECK_BYTES = 32 * 1024 * 1024
"""Size in bytes up to which a file gets a full check at each start."""

OWN_FILES = ("secret-key", "house-code", "address")
"""Prefixes of the names of files next to a scorebook."""

_INDEX_FINDING = re.compile("missing from index|entries in index|non-unique entry in index")
_SIGNATURE = b"SQLite format 3\0"


class DamagedIndex(ScorebookError):
    """Only indexes are damaged, which can be rebuilt from the tables."""


def require_folder(folder: Path) -> None:
    """Create the folder if necessary; refuse one in which SQLite cannot write its log."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryFile(dir=folder) as file:
            _require_lock(file.fileno(), folder)
    except OSError as error:
        raise ScorebookError(f"Can't write to the folder {folder}: {error.strerror}.") from error


def restrict_permissions(path: Path) -> None:
    """Remove the permissions of other users from files that an earlier version created."""
    if os.name != "posix":
        return
    # A file that cannot be changed is refused later, with a better sentence.
    with suppress(OSError):
        files = list(path.parent.iterdir())
        for file in files:
            if file.name.startswith(path.stem):
                _restrict(file)
        # Other users may need a folder that has other files.
        if all(file.name.startswith((path.stem, *OWN_FILES)) for file in files):
            _restrict(path.parent)


def _require_lock(file: int, folder: Path) -> None:
    """Lock a file once, as SQLite does; refuse a folder where that fails, as on a network drive."""
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise ScorebookError(
            f"Can't lock files in {folder} ({error.strerror}). Put the scorebook on a disk of this"
            " computer, or in PostgreSQL."
        ) from error


def count_bytes(scorebook: Path) -> int:
    """Return the bytes of a scorebook with its log."""
    log = scorebook.with_name(f"{scorebook.name}-wal")
    return scorebook.stat().st_size + (log.stat().st_size if log.exists() else 0)


def open_sqlite(path: Path, mode: str = "ro") -> closing[sqlite3.Connection]:
    """Open a SQLite file that exists, without opening transactions implicitly."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    timeout = LOCK_TIMEOUT_SECONDS
    return closing(sqlite3.connect(uri, uri=True, timeout=timeout, isolation_level=None))


def check_file(path: Path, *, thoroughly: bool = False) -> str:
    """Return the revision of a scorebook; raise ScorebookError if the file is damaged.

    The indexes of a large file are checked only if `thoroughly` is set.
    """
    require_sqlite_file(path)
    return check_open_file(path, thoroughly=thoroughly)


def check_open_file(path: Path, *, thoroughly: bool = False) -> str:
    """Check a file that this process may have open, like `check_file`.

    Closing a file that was opened directly would release the locks of this process on it,
    including those of SQLite.
    """
    # Read-only: closing would merge the log into a file that may be refused.
    with open_sqlite(path) as connection:
        connection.text_factory = lambda text: text.decode(errors="replace")
        is_full = thoroughly or path.stat().st_size <= MAX_FULL_CHECK_BYTES
        check = "integrity_check" if is_full else "quick_check"
        try:
            findings = [finding for (finding,) in connection.execute(f"PRAGMA {check}(20)")]
            if findings != ["ok"]:
                raise _damaged(path, *findings)
            return _read_revision(connection, path)
        except sqlite3.DatabaseError as error:
            raise _damaged(path, str(error)) from error
        except UnicodeDecodeError as error:  # SQLite's own description of the damage
            raise _damaged(path, "unreadable text") from error


def require_sqlite_file(path: Path) -> None:
    """Refuse a file that can't be read and written, or isn't a SQLite file."""
    try:
        with path.open("rb+") as file:
            start = file.read(len(_SIGNATURE))
    except OSError as error:
        raise ScorebookError(
            f"Can't read and write the scorebook {path}: {error.strerror}."
        ) from error
    if not start:
        raise ScorebookError(
            f"The scorebook file {path} is empty. Restore a backup, or move the file away to start"
            " a new one.",
            "no database",
        )
    if start != _SIGNATURE:
        raise ScorebookError(f"{path} is not a SQLite file. Nothing was changed.", "no database")


def read_release_number(path: Path) -> int:
    """Return the number of the release that created the tables; 0 if it is unknown."""
    with open_sqlite(path) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _read_revision(connection: sqlite3.Connection, path: Path) -> str:
    tables = "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'"
    if connection.execute(tables).fetchone()[0]:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if row is not None and row[0]:
            return str(row[0])
    raise ScorebookError(f"{path} is not a scorebook. Nothing was changed.", "no scorebook")


def _damaged(path: Path, *findings: str) -> ScorebookError:
    first = findings[0].splitlines()[-1].rstrip(".")
    if all(_INDEX_FINDING.search(finding) for finding in findings):
        return DamagedIndex(
            f"An index of the scorebook {path} is damaged ({first})."
            " Nothing is lost. Repair it with `scorekeeper check --repair`.",
            "damaged",
        )
    sentence = (
        f"The scorebook {path} is damaged ({first}). Nothing was changed. Restore a backup with"
        " `scorekeeper restore FILE`."
    )
    logs = [f"{path.name}{end}" for end in ("-wal", "-journal") if Path(f"{path}{end}").exists()]
    if logs:
        sentence += (
            f" If you copied the file there by hand, the log {logs[0]} next to it belongs to"
            " another file. `scorekeeper restore` takes care of that."
        )
    return ScorebookError(sentence, "damaged")


def _restrict(path: Path) -> None:
    with suppress(OSError):
        mode = path.stat().st_mode
        if path.stat().st_uid == os.geteuid() and mode & 0o077:
            path.chmod(mode & 0o700)
