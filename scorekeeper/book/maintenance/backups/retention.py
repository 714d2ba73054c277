"""Retention of backups: the newest of seven days, and of four weeks before them."""

import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

DAILY_BACKUPS, WEEKLY_BACKUPS = 7, 4
DISK_SHARE = 4
"""All backups together may take this fraction (one in DISK_SHARE) of the free disk space."""

FILE_NAME = re.compile(r"copy-([0-9]{6})-([0-9]{4}-[0-9]{2}-[0-9]{2})\.sqlite")


@dataclass(frozen=True, order=True)
class BackupFile:
    """A daily backup, ordered by number because clocks may jump."""

    number: int
    day: date
    path: Path


def backup_folder(scorebook: Path) -> Path:
    return scorebook.with_name(f"{scorebook.stem}-copies")


def find_backups(folder: Path) -> list[BackupFile]:
    """Return the backups in a folder, oldest first."""
    files = folder.iterdir() if folder.is_dir() else ()
    return sorted(copy for file in files if (copy := _parse_name(file)) is not None)


def find_previous(scorebook: Path) -> list[Path]:
    """Return the copies made before restores, latest first."""
    copies = scorebook.parent.glob(f"{scorebook.stem}-before-restore-*.sqlite")
    return sorted(copies, reverse=True)


def list_backups(scorebook: Path) -> list[Path]:
    """Return the daily backups of a scorebook file and the copies before restores, newest first."""
    paths = [copy.path for copy in find_backups(backup_folder(scorebook))]
    return sorted(
        [*paths, *find_previous(scorebook)],
        key=lambda copy: (copy.stat().st_mtime, copy.name),
        reverse=True,
    )


def choose_retained(copies: Iterable[BackupFile]) -> list[BackupFile]:
    """Return the retained backups, in the order in which they are deleted if space is short."""
    ordered = sorted(copies)
    newest_of_days = sorted({copy.day: copy for copy in ordered}.values())
    daily = newest_of_days[-DAILY_BACKUPS:]
    older = [copy for copy in ordered if copy < daily[0]] if daily else []
    newest_of_weeks = sorted({copy.day.isocalendar()[:2]: copy for copy in older}.values())
    return [*newest_of_weeks[-WEEKLY_BACKUPS:], *daily]


def count_allowed_bytes(folder: Path) -> int:
    """Return how many bytes all backups together may take."""
    taken = sum(copy.path.stat().st_size for copy in find_backups(folder))
    return (shutil.disk_usage(folder).free + taken) // DISK_SHARE


def _parse_name(file: Path) -> BackupFile | None:
    parsed = FILE_NAME.fullmatch(file.name)
    if parsed is None:
        return None
    try:
        return BackupFile(int(parsed[1]), date.fromisoformat(parsed[2]), file)
    except ValueError:
        return None
