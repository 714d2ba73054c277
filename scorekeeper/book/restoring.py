"""Putting back a copy of the scorebook, also under a server that is running."""

import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL

from scorekeeper.book.backup import copy_online, put_in_place
from scorekeeper.book.columns import now
from scorekeeper.book.database import PATIENCE, address
from scorekeeper.book.errors import ScorebookError
from scorekeeper.book.examination import examine, require_folder
from scorekeeper.book.schema import prepare, refuse_newer

PARTS = ("", "-wal", "-shm", "-journal")
"""A file and what SQLite keeps beside it, by the ends of their names."""

NO_DATABASE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def restore(url: str | URL, copy: Path) -> Path | None:
    """Let the scorebook be as it is in a copy; return where it is kept as it was, if it was.

    A reader or a server that has it open sees the one or the other, never a mixture.
    """
    destination = address(url)
    if destination.get_backend_name() != "sqlite":
        raise ScorebookError("This scorebook is in PostgreSQL: put a dump back with pg_restore.")
    path = Path(str(destination.database))
    if not copy.exists():
        raise ScorebookError(f"There is no {copy}.")
    if path.exists() and copy.samefile(path):
        raise ScorebookError(f"{copy} is the scorebook itself.")
    refuse_newer(examine(copy, thoroughly=True), str(copy))
    require_folder(path.parent)
    try:
        with TemporaryDirectory(prefix=".restoring-", dir=path.parent) as folder:
            new = Path(folder) / path.name
            copy_online(copy, new)
            prepare(destination.set(database=str(new)), lambda _told: None)
            _outnumber(new, path)
            kept = _keep(path)
            _replace(new, path)
    except (OSError, sqlite3.Error) as error:
        raise ScorebookError(f"The copy {copy} could not be put back: {error}.") from error
    examine(path)
    return kept


def _outnumber(new: Path, old: Path) -> None:
    """Let what is seen of each match have a number that it never had before.

    A server that goes on running remembers pages by these numbers, and phones show forms of them.
    """
    highest = "SELECT coalesce(max(shown), 0) FROM matches"
    # One that cannot be read is served by nobody.
    with suppress(sqlite3.Error), closing(_opened(old, "ro")) as present:
        (most,) = present.execute(highest).fetchone()
        with closing(_opened(new, "rw")) as changed:
            more = "UPDATE matches SET version = version + ?, shown = shown + ?"
            changed.execute(more, (most, most))


def _keep(path: Path) -> Path | None:
    """Keep the scorebook as it is; one that cannot be read is kept to the byte, with its log."""
    kept = path.with_name(f"{path.stem}-before-restore-{now():%Y-%m-%d-%H%M%S}.sqlite")
    try:
        copy_online(path, kept)
    except sqlite3.Error:
        found = [ending for ending in PARTS if Path(f"{path}{ending}").exists()]
        for ending in found:
            shutil.copyfile(f"{path}{ending}", f"{kept}{ending}")
        return kept if found else None
    return kept


def _replace(new: Path, path: Path) -> None:
    try:
        _write_over(new, path)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in NO_DATABASE:
            raise
        # There is none, or it is none: nobody can have it open.
        for ending in PARTS:
            Path(f"{path}{ending}").unlink(missing_ok=True)
        put_in_place(new, path)


def _write_over(new: Path, path: Path) -> None:
    """Write through the log, as any other writing: whoever has the file open goes on with it."""
    deadline = time.monotonic() + PATIENCE

    def be_patient(*_: int) -> None:
        if time.monotonic() > deadline:
            raise ScorebookError("Somebody is writing into the scorebook for long: try again.")

    with closing(_opened(path, "rw")) as destination, closing(_opened(new, "ro")) as source:
        destination.execute("PRAGMA synchronous = FULL")
        source.backup(destination, progress=be_patient)


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE
    )
