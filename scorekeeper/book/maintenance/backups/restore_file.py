"""Restore of a backup, even while a server is running."""

import shutil
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL

from scorekeeper.atomic_write import move_into_place, temporary_path
from scorekeeper.book.db.database import LOCK_TIMEOUT_SECONDS, Database, find_file, parse_url
from scorekeeper.book.db.errors import Busy, ScorebookError
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.process_lock import acquire_process_lock
from scorekeeper.book.maintenance import file_check
from scorekeeper.book.maintenance.backups.present_access import keep_present_access
from scorekeeper.book.maintenance.backups.retention import list_backups
from scorekeeper.book.maintenance.backups.sqlite_copy import copy_online, find_free_file
from scorekeeper.book.maintenance.schema import prepare, require_known
from scorekeeper.book.scorebooks import shared_scorebook

FILE_SUFFIXES = ("", "-wal", "-shm", "-journal")
"""Suffixes of a SQLite file and of the files next to it."""

NOT_A_DATABASE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

VERSION_MARGIN = 1000
"""Margin for facts recorded during a restore."""


@dataclass(frozen=True)
class RestoreResult:
    """A finished restore: the file with the previous scorebook, and whose access was kept."""

    kept: Path | None
    kept_access: bool
    """Whether phones, links and codes are those of before; else they are the backup's."""


def restore(
    url: str | URL, copy: Path, *, at_home: bool, with_phones: bool = False
) -> RestoreResult:
    """Replace the scorebook with a backup; access stays as it is, unless `with_phones`.

    Readers see either the old or the new one, never a mixture, and concurrent saves are either in
    the kept file or come after. Afterwards a home has a shared scorebook, even if the backup is
    from a server that hosts many.
    """
    destination = parse_url(url)
    if (path := find_file(destination)) is None:
        raise ScorebookError("This scorebook is in PostgreSQL. Restore a dump with pg_restore.")
    if not copy.exists():
        raise ScorebookError(f"There is no file {copy}.{_suggest_backups(path)}")
    if path.exists() and copy.samefile(path):
        raise ScorebookError(f"{copy} is the scorebook itself. Choose a backup.")
    revision = _check_backup(copy, path)
    require_known(revision, str(copy), file_check.read_release_number(copy))
    file_check.require_folder(path.parent)
    try:
        with (
            acquire_process_lock(path.with_name(f"{path.name}.lock"), LOCK_TIMEOUT_SECONDS),
            temporary_path(path.with_name(f".restoring-{path.name}")) as folder,
        ):
            folder.mkdir(mode=0o700)
            new = folder / path.name
            _copy_pages(copy, new, like=path)
            place = destination.set(database=str(new))
            prepare(place, lambda _told: None)
            if at_home:
                # If this can't be decided, the next start says what to do.
                with suppress(ScorebookError), closing(Database(place)) as database:
                    shared_scorebook.ensure_shared(database)
            kept_access = not with_phones and keep_present_access(new, path)
            _raise_revisions(new, path)
            old = _replace(new, path)
    except Busy as error:
        raise ScorebookError("Another restore is running. Try again.") from error
    except (OSError, sqlite3.Error) as error:
        raise ScorebookError(f"Can't restore {copy}: {error}.") from error
    file_check.check_open_file(path)
    return RestoreResult(old, kept_access)


def _suggest_backups(path: Path) -> str:
    """Return a list of the backups to choose from, newest first."""
    lines = "\n".join(f"  {backup}" for backup in list_backups(path))
    return f" Choose one of these backups:\n{lines}" if lines else ""


def _check_backup(copy: Path, path: Path) -> str:
    """Return the revision of a backup; refuse one that is empty or damaged."""
    if not copy.stat().st_size:
        raise ScorebookError(f"The file {copy} is empty.{_suggest_backups(path)}")
    try:
        return file_check.check_file(copy, thoroughly=True)
    except ScorebookError as error:
        if error.reason != "damaged":
            raise
        raise ScorebookError(
            f"The backup {copy} is damaged. Nothing was changed.{_suggest_backups(path)}"
        ) from error


def _copy_pages(copy: Path, new: Path, like: Path) -> None:
    copy_online(copy, new)
    # The WAL has one page size, so the new file must have the same.
    with suppress(sqlite3.Error), file_check.open_sqlite(like) as present:
        (size,) = present.execute("PRAGMA page_size").fetchone()
        with file_check.open_sqlite(new, "rw") as changed:
            if changed.execute("PRAGMA page_size").fetchone() != (size,):
                changed.execute(f"PRAGMA page_size = {size}")
                changed.execute("VACUUM")


def _raise_revisions(new: Path, old: Path) -> None:
    """Raise the revision of each match and event above all earlier ones.

    A running server caches pages by revision, and phones show forms with a version.
    """
    # An unreadable file is not being served.
    with suppress(sqlite3.Error), file_check.open_sqlite(old) as present:
        (most,) = present.execute("SELECT coalesce(max(revision), 0) FROM matches").fetchone()
        with file_check.open_sqlite(new, "rw") as changed:
            more = "UPDATE matches SET version = version + ?, revision = revision + ?"
            changed.execute(more, (most + VERSION_MARGIN, most + VERSION_MARGIN))
            (most,) = present.execute("SELECT coalesce(max(revision), 0) FROM events").fetchone()
            more = "UPDATE events SET revision = revision + ?"
            changed.execute(more, (most + VERSION_MARGIN,))


def _replace(new: Path, path: Path) -> Path | None:
    old = find_free_file(path, f"{path.stem}-before-restore-{now():%Y-%m-%d-%H%M%S}")
    try:
        _overwrite(new, path, old)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in NOT_A_DATABASE:
            raise
        # There is no database file, so nobody can have it open.
        was = old.exists() or _keep_bytes(path, old)
        for ending in FILE_SUFFIXES[1:]:
            Path(f"{path}{ending}").unlink(missing_ok=True)
        move_into_place(new, path)
        return old if was else None
    return old


def _overwrite(new: Path, path: Path, old: Path) -> None:
    """Overwrite the file through the WAL, so that processes that have it open can continue.

    Writing the first page takes the write lock; the copy made then has everything saved before.
    """
    deadline = time.monotonic() + LOCK_TIMEOUT_SECONDS

    def keep_first(status: int, _remaining: int, _total: int) -> None:
        if status != sqlite3.SQLITE_OK:
            if status != sqlite3.SQLITE_DONE and time.monotonic() > deadline:
                raise ScorebookError("The scorebook has been busy for too long. Try again.")
        elif not old.exists():
            copy_online(path, old)

    with file_check.open_sqlite(path, "rw") as destination, file_check.open_sqlite(new) as source:
        # Only WAL mode allows the copy to be read at the same time.
        destination.execute("PRAGMA journal_mode = WAL")
        destination.execute("PRAGMA synchronous = FULL")
        source.backup(destination, pages=1, progress=keep_first, sleep=0.01)


def _keep_bytes(path: Path, old: Path) -> bool:
    """Copy an unreadable file byte by byte, with its log; return whether there was one."""
    endings = [ending for ending in FILE_SUFFIXES if Path(f"{path}{ending}").exists()]
    for ending in endings:
        shutil.copyfile(f"{path}{ending}", f"{old}{ending}")
    return bool(endings)
