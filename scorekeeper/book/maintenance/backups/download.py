"""Access to backups of the complete database.

A database holds all scorebooks with their phones, so only a phone that owns all of them may
download it.
"""

import secrets
import shutil
import sqlite3
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import BY_SECRET, AccessDenied, Secret, bind_device
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.maintenance.backups import backup_report, create, retention
from scorekeeper.book.maintenance.backups.sqlite_copy import copy_and_verify, open_untrusted
from scorekeeper.book.maintenance.file_check import count_bytes
from scorekeeper.book.models.tables import DEVICES, GRANTS, SCOREBOOKS
from scorekeeper.book.scorebooks import scorebooks

# Includes deleted ones, which can be restored.
_OWNED = (
    select(GRANTS.c.scorebook_id)
    .join(DEVICES, DEVICES.c.id == GRANTS.c.device_id)
    .where(BY_SECRET, GRANTS.c.role == "owner")
)
OTHER_SCOREBOOKS = select(SCOREBOOKS.c.id).where(SCOREBOOKS.c.id.not_in(_OWNED)).limit(1)
ALL_PUBLIC_IDS = select(SCOREBOOKS.c.public_id)

MIN_FREE_BYTES = 64 * 1024 * 1024
"""Bytes of the disk that stay free for saving matches."""


def owns_shared(session: Session, secret: Secret | None) -> bool:
    return any(one.is_home and one.is_owned for one in scorebooks.find_all(session, secret))


def owns_all(session: Session, secret: Secret | None) -> bool:
    """Whether the phone owns all scorebooks of the file, including the shared one."""
    others = session.execute(OTHER_SCOREBOOKS, bind_device(secret)).first()
    return owns_shared(session, secret) and others is None


def find_backup(session: Session, secret: Secret | None, scorebook: Path, name: str) -> Path:
    """Return a backup without scorebooks of others; raise ScorebookError if it is damaged."""
    if not owns_all(session, secret):
        raise AccessDenied(name)
    backup = next((path for path in retention.list_backups(scorebook) if path.name == name), None)
    if backup is None:
        raise AccessDenied(name)
    report = backup_report.read_report(retention.backup_folder(scorebook))
    if backup_report.is_damaged(backup, report.of(name)):
        raise ScorebookError(f"The backup {backup} is damaged.", "damaged backup")
    if not _holds_only(backup, frozenset(session.scalars(ALL_PUBLIC_IDS))):
        raise AccessDenied(name)
    return backup


def create_download(scorebook: Path) -> Path:
    """Create a temporary backup to download; raise ScorebookError on failure."""
    folder = retention.backup_folder(scorebook)
    folder.mkdir(mode=0o700, exist_ok=True)
    if shutil.disk_usage(scorebook.parent).free < count_bytes(scorebook) + MIN_FREE_BYTES:
        full = "There isn't enough room on the disk. Make some and try again."
        raise ScorebookError(full, "room")
    path = folder / f"{create.DOWNLOAD}-{secrets.token_hex(8)}.sqlite"
    try:
        copy_and_verify(scorebook, path)
    except (OSError, sqlite3.Error) as error:
        raise ScorebookError(f"Can't make a backup: {error}.", "full") from error
    return path


def _holds_only(path: Path, public_ids: frozenset[str]) -> bool:
    try:
        with open_untrusted(path) as copy:
            found = {row[0] for row in copy.execute("SELECT public_id FROM scorebooks")}
    except (sqlite3.Error, UnicodeDecodeError):
        return False
    return found <= public_ids
