"""Damage to backups after they were verified."""

import sqlite3
from pathlib import Path

from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.maintenance.backups import backup_report, retention
from scorekeeper.book.maintenance.backups.backup_report import VerifiedBackup
from scorekeeper.book.maintenance.backups.contents import hash_file
from scorekeeper.book.maintenance.file_check import check_open_file


def is_damaged(backup: Path, verified: VerifiedBackup | None) -> bool:
    """Whether a backup can't be restored; `verified` is its entry in the report, if it has one.

    A backup without a stored hash gets the check that a scorebook gets at each start.
    """
    try:
        if verified is not None and backup.stat().st_size != verified.bytes:
            return True
        if verified is not None and verified.sha256 is not None:
            return hash_file(backup) != verified.sha256
        check_open_file(backup)
    except (OSError, ScorebookError, sqlite3.Error):
        return True
    return False


def find_damaged(scorebook: Path) -> list[Path]:
    """Return the damaged daily backups of a scorebook file, newest first.

    A copy from before a restore may be of a damaged scorebook.
    """
    folder = retention.backup_folder(scorebook)
    report, backups = backup_report.read_report(folder), retention.find_backups(folder)[::-1]
    return [one.path for one in backups if is_damaged(one.path, report.of(one.path.name))]
