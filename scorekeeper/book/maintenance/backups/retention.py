"""Which copies are kept: the newest of seven days, and of four weeks before them."""

import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

DAILY_BACKUPS, WEEKLY_BACKUPS = 7, 4
DISK_SHARE = 4
"""All copies together take at most one part of so many of what is free on the disk."""

FILE_NAME = re.compile(r"copy-([0-9]{6})-([0-9]{4}-[0-9]{2}-[0-9]{2})\.sqlite")


@dataclass(frozen=True, order=True)
class BackupFile:
    """A copy that was made by the clock. They are ordered as they were made: clocks may jump."""

    number: int
    day: date
    path: Path


def backup_folder(scorebook: Path) -> Path:
    """Return where the copies of a scorebook lie."""
    return scorebook.with_name(f"{scorebook.stem}-copies")


def find_backups(folder: Path) -> list[BackupFile]:
    """Return the copies of a folder, the oldest first."""
    files = folder.iterdir() if folder.is_dir() else ()
    return sorted(copy for file in files if (copy := _parse_name(file)) is not None)


def next_backup(copies: Iterable[BackupFile], folder: Path, day: date) -> BackupFile:
    """Return the copy that is made next."""
    number = max((copy.number for copy in copies), default=0) + 1
    return BackupFile(number, day, folder / f"copy-{number:06d}-{day:%Y-%m-%d}.sqlite")


def choose_retained(copies: Iterable[BackupFile]) -> list[BackupFile]:
    """Return those that are kept, in the order in which they are given up when room is short.

    The newest of each of the last seven days, and of each of the four weeks before.
    """
    newest_first = sorted(copies, reverse=True)
    days = dict(_keep_first((copy.day, copy) for copy in newest_first))
    daily = list(days.values())[:DAILY_BACKUPS]
    older = [copy for copy in newest_first if copy < daily[-1]] if daily else []
    weeks = dict(_keep_first((copy.day.isocalendar()[:2], copy) for copy in older))
    return [*list(weeks.values())[:WEEKLY_BACKUPS][::-1], *daily[::-1]]


def count_allowed_bytes(folder: Path) -> int:
    """Return how many bytes all copies may take."""
    taken = sum(copy.path.stat().st_size for copy in find_backups(folder))
    return (shutil.disk_usage(folder).free + taken) // DISK_SHARE


def _keep_first(pairs: Iterable[tuple[object, BackupFile]]) -> Iterator[tuple[object, BackupFile]]:
    seen = set()
    for mark, copy in pairs:
        if mark not in seen:
            seen.add(mark)
            yield mark, copy


def _parse_name(file: Path) -> BackupFile | None:
    written = FILE_NAME.fullmatch(file.name)
    if written is None:
        return None
    try:
        return BackupFile(int(written[1]), date.fromisoformat(written[2]), file)
    except ValueError:
        return None
