"""Keeping today's access when a backup is restored.

Phones, links and codes stay as they are now, whatever the backup says: a phone with access keeps
it, and a removed phone stays removed.
"""

import sqlite3
from pathlib import Path

from sqlalchemy import URL

from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.maintenance.backups.sqlite_copy import (
    copy_online,
    find_columns,
    open_untrusted,
)
from scorekeeper.book.maintenance.file_check import check_open_file, read_release_number
from scorekeeper.book.maintenance.schema import HEAD, prepare, require_known

UNREADABLE = (
    sqlite3.SQLITE_ERROR,  # such as missing tables
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,  # such as a foreign journal next to it
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
)


def keep_present_access(new: Path, present: Path) -> bool:
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
    require_known(check_open_file(present), str(present), read_release_number(present))
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
