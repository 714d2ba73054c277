"""Keeping today's access when a backup is restored.

Phones, links and codes stay as they are now, whatever the backup says: a phone with access keeps
it, and a removed phone stays removed.
"""

import sqlite3
from pathlib import Path

from sqlalchemy import URL

from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.maintenance.backups.contents import find_columns, open_untrusted
from scorekeeper.book.maintenance.backups.sqlite_copy import copy_online
from scorekeeper.book.maintenance.schema import HEAD, prepare

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
        _match_rows(copy)
        for statement in (*_CLEAR, *_PHONES, *_LINKS):
            copy.execute(statement)
        _copy_rights(copy, "grants", _OWN_DEVICE, device_id="own.id")
        own_event = "coalesce(same_event.own, was.event_id)"
        _copy_rights(copy, "join_codes", f"LEFT {_SAME_EVENT}", event_id=own_event)
        copy.execute(_CODES_OF_LOST_EVENTS)
        copy.execute(_EVENT_GRANTS)
        copy.execute("COMMIT")
    return True


_IS_EMPTY = """SELECT NOT EXISTS (SELECT 1 FROM present.addresses)
    AND NOT EXISTS (SELECT 1 FROM present.events)
    AND NOT EXISTS (SELECT 1 FROM present.grants) AND NOT EXISTS (SELECT 1 FROM present.devices)"""
_CLEAR = (
    "DELETE FROM main.join_codes",
    "DELETE FROM main.grants",
    "DELETE FROM main.event_grants",
    "UPDATE main.scorebooks SET recovery_hash = NULL, recovery_made_at = NULL",
)
_PHONES = (
    # An older device is retired when the newer one is first used, which is long past here.
    "UPDATE main.devices SET replaces_id = NULL",
    """UPDATE main.devices SET (phone, name, seen_at) = (
    SELECT now.phone, now.name, now.seen_at FROM present.devices now
    WHERE now.secret_hash = main.devices.secret_hash)
    WHERE secret_hash IN (SELECT secret_hash FROM present.devices)""",
    """INSERT INTO main.devices (secret_hash, created_at, seen_at, phone, name)
    SELECT secret_hash, created_at, seen_at, phone, name FROM present.devices
    WHERE secret_hash NOT IN (SELECT secret_hash FROM main.devices)""",
    """UPDATE main.devices SET replaces_id = (SELECT own.id FROM present.devices now
    JOIN present.devices older ON older.id = now.replaces_id
    JOIN main.devices own ON own.secret_hash = older.secret_hash
    WHERE now.secret_hash = main.devices.secret_hash)
    WHERE secret_hash IN (SELECT secret_hash FROM present.devices WHERE replaces_id IS NOT NULL)""",
)
# Random, so that links made after an earlier restore of the same backup end, too.
_NEW_GENERATION = "1 + abs(random() % 2000000000)"
_LINKS = (
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
    """UPDATE main.addresses SET generation = (
    SELECT was.generation FROM present.addresses was
    WHERE was.public_id = main.addresses.public_id)
    WHERE public_id IN (SELECT public_id FROM present.addresses)""",
    """UPDATE main.events SET generation = (
    SELECT was.generation FROM present.events was WHERE was.public_id = main.events.public_id)
    WHERE public_id IN (SELECT public_id FROM present.events)""",
    # What was erased since the backup has no links now. A removed phone may know the old ones.
    f"""UPDATE main.scorebooks SET generation = {_NEW_GENERATION}
    WHERE id NOT IN (SELECT own FROM same_book)""",
    f"""UPDATE main.addresses SET generation = {_NEW_GENERATION}
    WHERE public_id NOT IN (SELECT public_id FROM present.addresses)""",
    f"""UPDATE main.events SET generation = {_NEW_GENERATION}
    WHERE public_id NOT IN (SELECT public_id FROM present.events)""",
)

_OWN_DEVICE = """JOIN present.devices phone ON phone.id = was.device_id
    JOIN main.devices own ON own.secret_hash = phone.secret_hash"""
_SAME_EVENT = """JOIN same_event ON same_event.book_was = was.scorebook_id
    AND same_event.was = was.event_id"""
_EVENT_GRANTS = f"""INSERT INTO main.event_grants
    (device_id, scorebook_id, event_id, role, created_at, way)
    SELECT own.id, same_event.book, same_event.own, was.role, was.created_at, was.way
    FROM present.event_grants was {_SAME_EVENT} {_OWN_DEVICE}"""
_CODES_OF_LOST_EVENTS = """DELETE FROM main.join_codes
    WHERE event_id IS NOT NULL AND event_id NOT IN (SELECT id FROM main.events)"""


def _match_rows(copy: sqlite3.Connection) -> None:
    """Match the scorebooks, matches and events of both files; shared scorebooks always match."""
    copy.execute(
        """CREATE TEMP TABLE same_book AS
        SELECT was.id AS was, own.id AS own FROM present.scorebooks was JOIN main.scorebooks own
        ON (own.is_home AND own.deleted_at IS NULL) = (was.is_home AND was.deleted_at IS NULL)
        AND (own.is_home AND own.deleted_at IS NULL OR own.public_id = was.public_id)"""
    )
    copy.execute(
        """CREATE TEMP TABLE same_match AS
        SELECT was.scorebook_id AS book_was, was.match_id AS was,
        own.scorebook_id AS book, own.match_id AS own
        FROM present.addresses was JOIN main.addresses own ON own.public_id = was.public_id"""
    )
    copy.execute(
        """CREATE TEMP TABLE same_event AS
        SELECT was.scorebook_id AS book_was, was.id AS was, own.scorebook_id AS book, own.id AS own
        FROM present.events was JOIN main.events own ON own.public_id = was.public_id"""
    )


def _copy_rights(copy: sqlite3.Connection, table: str, joins: str = "", **columns: str) -> None:
    """Copy the grants or join codes whose scorebook and match are in the backup."""
    values = {
        "scorebook_id": "coalesce(same_match.book, same_book.own)",
        "match_id": "same_match.own",
        **columns,
    }
    names = sorted(find_columns(copy, table) - {"id"})
    chosen = ", ".join(values.get(name, f"was.{name}") for name in names)
    copy.execute(
        f"""INSERT INTO main.{table} ({", ".join(names)}) SELECT {chosen} FROM present.{table} was
        JOIN same_book ON same_book.was = was.scorebook_id
        LEFT JOIN same_match ON same_match.book_was = was.scorebook_id
        AND same_match.was = was.match_id
        {joins}
        WHERE was.match_id IS NULL OR same_match.own IS NOT NULL"""
    )
