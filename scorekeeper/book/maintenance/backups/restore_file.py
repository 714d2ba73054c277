"""Restore of a backup, even while a server is running.

Phones, links and codes stay as they are now, whatever the backup says: a phone with access keeps
it, and a removed phone stays removed.
"""

import shutil
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL

from scorekeeper.atomic_write import lock_file, move_into_place, temporary_path
from scorekeeper.book.db.database import LOCK_TIMEOUT_SECONDS, Database, find_file, parse_url
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.db.ids import now
from scorekeeper.book.maintenance import file_check
from scorekeeper.book.maintenance.backups.retention import list_backups
from scorekeeper.book.maintenance.backups.sqlite_copy import (
    copy_online,
    find_columns,
    find_free_file,
    open_untrusted,
)
from scorekeeper.book.maintenance.schema import HEAD, prepare, require_known
from scorekeeper.book.scorebooks import shared_scorebook

FILE_SUFFIXES = ("", "-wal", "-shm", "-journal")
"""Suffixes of a SQLite file and of the files next to it."""

NOT_A_DATABASE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

UNREADABLE = (
    sqlite3.SQLITE_ERROR,  # such as missing tables
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,  # such as a foreign journal next to it
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
)

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
            lock_file(path).acquire(timeout=LOCK_TIMEOUT_SECONDS),
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
            kept_access = not with_phones and _keep_present_access(new, path)
            _raise_revisions(new, path)
            old = _replace(new, path)
    except TimeoutError as error:
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


def _keep_present_access(new: Path, present: Path) -> bool:
    """Give a restored scorebook the phones, links and codes of the current one.

    Returns False and leaves those of the backup if there are none to keep: no scorebook yet, or one
    without matches that no phone ever joined. Raises ScorebookError if the current one can't be
    read.
    """
    if not present.exists():
        return False
    try:
        return _replace_access(new, _upgrade_copy(present, new.parent))
    except (sqlite3.DatabaseError, ScorebookError) as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        if code & 0xFF not in UNREADABLE:
            raise
        reason = str(error).removesuffix(".")
        raise ScorebookError(
            f"Can't read which phones have access now ({reason}). Add --with-phones to restore the"
            " phones, links and codes of the backup."
        ) from error


def _upgrade_copy(present: Path, folder: Path) -> Path:
    """Return the current scorebook, or an upgraded copy of it if its tables are older."""
    with open_untrusted(present) as book:
        if book.execute("SELECT version_num FROM alembic_version").fetchone() == (HEAD,):
            return present
    # With its own name: the sentence that refuses it must not name the copy.
    revision = file_check.check_open_file(present)
    require_known(revision, str(present), file_check.read_release_number(present))
    upgraded = folder / "present.sqlite"
    copy_online(present, upgraded)
    prepare(URL.create("sqlite", database=str(upgraded)), lambda _told: None)
    return upgraded


def _replace_access(new: Path, present: Path) -> bool:
    with open_untrusted(new, "rw") as copy:
        copy.execute("ATTACH ? AS present", (f"{present.absolute().as_uri()}?mode=ro",))
        if copy.execute(_IS_EMPTY).fetchone() == (1,):
            return False
        copy.execute("BEGIN")
        for statement in (*_SAME, *_PHONES, *_LINKS):
            copy.execute(statement)
        for table in ("grants", "join_codes"):
            _replace_rights(copy, table)
        copy.execute("COMMIT")
    return True


_IS_EMPTY = """SELECT NOT EXISTS (SELECT 1 FROM present.addresses)
    AND NOT EXISTS (SELECT 1 FROM present.events)
    AND NOT EXISTS (SELECT 1 FROM present.grants) AND NOT EXISTS (SELECT 1 FROM present.devices)"""
# What is in both files, where the shared scorebooks are always the same.
_SAME = (
    """CREATE TEMP TABLE same_book AS
    SELECT was.id AS was, own.id AS own FROM present.scorebooks was JOIN main.scorebooks own
    ON (own.is_home AND own.deleted_at IS NULL) = (was.is_home AND was.deleted_at IS NULL)
    AND (own.is_home AND own.deleted_at IS NULL OR own.public_id = was.public_id)""",
    """CREATE TEMP TABLE same AS
    SELECT was AS book_was, NULL AS match_was, NULL AS event_was,
    own AS scorebook_id, NULL AS match_id, NULL AS event_id FROM same_book
    UNION ALL SELECT was.scorebook_id, was.match_id, NULL, own.scorebook_id, own.match_id, NULL
    FROM present.addresses was JOIN main.addresses own USING (public_id)
    UNION ALL SELECT was.scorebook_id, NULL, was.id, own.scorebook_id, NULL, own.id
    FROM present.events was JOIN main.events own USING (public_id)""",
    "CREATE INDEX temp.ix_same ON same (book_was, match_was, event_was)",
)
_PHONES = (
    """INSERT INTO main.devices (secret_hash, created_at, seen_at, phone, name)
    SELECT secret_hash, created_at, seen_at, phone, name FROM present.devices WHERE true
    ON CONFLICT (secret_hash) DO UPDATE
    SET seen_at = excluded.seen_at, phone = excluded.phone, name = excluded.name""",
    # An older device is retired when the newer one is first used: those of the backup were, since.
    """UPDATE main.devices SET replaces_id = (SELECT own.id FROM present.devices now
    JOIN present.devices older ON older.id = now.replaces_id
    JOIN main.devices own ON own.secret_hash = older.secret_hash
    WHERE now.secret_hash = main.devices.secret_hash)""",
)
# Links to what was erased since the backup end, as a removed phone may know them. The generation is
# random, so that links made after an earlier restore of the same backup end, too.
_NEW_GENERATION = "1 + abs(random() % 2000000000)"
_LINKS = (
    f"""UPDATE main.scorebooks SET generation = {_NEW_GENERATION},
    recovery_hash = NULL, recovery_made_at = NULL""",
    # The shared scorebook keeps its id, so that links to it and older backups of it still match.
    """UPDATE main.scorebooks SET public_id = (
    SELECT public_id FROM present.scorebooks WHERE is_home AND deleted_at IS NULL)
    WHERE is_home AND deleted_at IS NULL AND (SELECT public_id FROM present.scorebooks
    WHERE is_home AND deleted_at IS NULL)
    NOT IN (SELECT public_id FROM main.scorebooks)""",
    """UPDATE main.scorebooks SET (generation, recovery_hash, recovery_made_at) = (
    SELECT was.generation, was.recovery_hash, was.recovery_made_at FROM present.scorebooks was
    JOIN same_book ON same_book.was = was.id WHERE same_book.own = main.scorebooks.id)
    WHERE id IN (SELECT own FROM same_book)""",
    *(
        f"""UPDATE main.{table} SET generation = coalesce((SELECT was.generation
        FROM present.{table} was WHERE was.public_id = main.{table}.public_id), {_NEW_GENERATION})
        """
        for table in ("addresses", "events")
    ),
)


def _replace_rights(copy: sqlite3.Connection, table: str) -> None:
    """Replace grants or join codes by the present ones to what is in the backup."""
    names = sorted(find_columns(copy, table) - {"id"})
    sources = {"device_id": "own.id"}
    sources |= {name: f"same.{name}" for name in ("scorebook_id", "match_id", "event_id")}
    values = [sources.get(name, f"was.{name}") for name in names]
    own_device = """JOIN present.devices phone ON phone.id = was.device_id
        JOIN main.devices own ON own.secret_hash = phone.secret_hash"""
    copy.execute(f"DELETE FROM main.{table}")
    copy.execute(
        f"""INSERT INTO main.{table} ({", ".join(names)}) SELECT {", ".join(values)}
        FROM present.{table} was JOIN same ON same.book_was = was.scorebook_id
        AND same.match_was IS was.match_id AND same.event_was IS was.event_id
        {own_device if "device_id" in names else ""}"""
    )
