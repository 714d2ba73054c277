"""Daily backups, made in a background thread."""

import errno
import filecmp
import logging
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path

from scorekeeper.atomic_write import move_into_place
from scorekeeper.book.db.errors import Busy, ScorebookError
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.process_lock import acquire_process_lock
from scorekeeper.book.maintenance.backups import backup_report, retention
from scorekeeper.book.maintenance.backups.backup_report import BackupProblem, VerifiedBackup
from scorekeeper.book.maintenance.backups.contents import read_contents
from scorekeeper.book.maintenance.backups.damage import is_damaged
from scorekeeper.book.maintenance.backups.sqlite_copy import copy_and_verify

START_DELAY_SECONDS = 30.0
CHECK_INTERVAL_SECONDS = 3600.0
"""Seconds until the first check whether a backup is due, and between checks."""

UNCHECKED = ".unchecked"
MAX_TEMPORARY_AGE_SECONDS = 24 * 3600
"""Age in seconds at which an abandoned temporary file is deleted."""
DOWNLOAD = ".download"

LOG = logging.getLogger(__name__)


@contextmanager
def run_daily_backups(
    scorebook: Path | None,
    after: float = START_DELAY_SECONDS,
    every: float = CHECK_INTERVAL_SECONDS,
) -> Iterator[None]:
    """Run daily backups of a scorebook file inside the block; None runs none."""
    stop = start_thread(scorebook, after, every)
    try:
        yield
    finally:
        stop.set()


def start_thread(
    scorebook: Path | None,
    after: float = START_DELAY_SECONDS,
    every: float = CHECK_INTERVAL_SECONDS,
) -> threading.Event:
    """Run daily backups in a thread, until the returned event is set."""
    stop = threading.Event()

    def run_until_stopped(scorebook: Path) -> None:
        wait = after
        while not stop.wait(wait):
            try:
                create_daily_backup(scorebook)
            except Exception:  # any error: the next backup must still run
                LOG.exception("no backup was made")
            wait = every

    if scorebook is not None:
        # A daemon thread: an unfinished backup has a temporary name only.
        threading.Thread(
            target=run_until_stopped, args=(scorebook,), name="copies", daemon=True
        ).start()
    return stop


def create_daily_backup(scorebook: Path) -> None:
    """Create and verify the backup of today, if it is missing, and delete old ones."""
    folder = retention.backup_folder(scorebook)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with acquire_process_lock(folder / "making.lock"):
            _delete_temporary(folder)
            if not _is_done(folder, _today()):
                _create_and_report(scorebook, folder)
    except Busy:
        return  # another process is making it
    except OSError as error:
        LOG.warning("no backup was made: %s", error.strerror)


def _today() -> date:
    return now().astimezone().date()


def _is_done(folder: Path, today: date) -> bool:
    report = backup_report.read_report(folder)
    if report.trouble is not None or report.at is None:
        return False
    verified = {one.name for one in report.looked}
    copies = retention.find_backups(folder)
    if copies and is_damaged(copies[-1].path, report.of(copies[-1].path.name)):
        return False
    is_whole = all(copy.path.name in verified for copy in copies)
    return is_whole and datetime.fromisoformat(report.at).astimezone().date() == today


def _create_and_report(scorebook: Path, folder: Path) -> None:
    try:
        backup = _create_backup(scorebook, folder)
        problem = None
    except (OSError, sqlite3.Error, ScorebookError) as error:
        problem = _describe_problem(error)
        LOG.warning("no backup was made: %s", error)
    finally:
        for file in folder.glob(f"{UNCHECKED}*"):
            file.unlink(missing_ok=True)
    with backup_report.update_report(folder) as report:
        if problem is None:
            report.fewer = _delete_old(folder)
            report.put(backup)
            report.trouble, report.at = None, backup_report.format_time(now())
        elif report.trouble is None or report.trouble.kind != problem.kind:
            report.trouble = problem


def _create_backup(scorebook: Path, folder: Path) -> VerifiedBackup:
    """Create a backup under a temporary name until it is verified."""
    copies = retention.find_backups(folder)
    _require_space(scorebook, folder, copies)
    unchecked = folder / UNCHECKED
    copy_and_verify(scorebook, unchecked)
    contents = read_contents(unchecked)
    if copies and filecmp.cmp(copies[-1].path, unchecked, shallow=False):
        # Nothing has changed: retention keeps seven days with changes.
        return VerifiedBackup.into(copies[-1].path.name, now(), contents)
    backup = retention.next_backup(copies, folder, _today())
    move_into_place(unchecked, backup.path)
    return VerifiedBackup.into(backup.path.name, now(), contents)


def _require_space(scorebook: Path, folder: Path, copies: list[retention.BackupFile]) -> None:
    size = count_bytes(scorebook)
    if size > retention.count_allowed_bytes(folder):
        raise OSError(errno.EDQUOT, "a backup would use more than its share of the disk")
    # The newest stays until there is a newer one.
    for copy in retention.choose_retained(copies)[:-1]:
        if shutil.disk_usage(folder).free > 2 * size:
            break
        copy.path.unlink(missing_ok=True)


def count_bytes(scorebook: Path) -> int:
    """Return the bytes of a scorebook with its log."""
    log = scorebook.with_name(f"{scorebook.name}-wal")
    return scorebook.stat().st_size + (log.stat().st_size if log.exists() else 0)


def _delete_old(folder: Path) -> int | None:
    """Delete backups that are not retained; return how many are left if space is short."""
    copies = retention.find_backups(folder)
    retained = retention.choose_retained(copies)
    allowed_bytes, planned = retention.count_allowed_bytes(folder), len(retained)
    while len(retained) > 1 and sum(copy.path.stat().st_size for copy in retained) > allowed_bytes:
        retained.pop(0)
    for copy in copies:
        if copy not in retained:
            copy.path.unlink(missing_ok=True)
    return len(retained) if len(retained) < planned else None


def _delete_temporary(folder: Path) -> None:
    for file in folder.iterdir():
        age = abs(now().timestamp() - file.stat().st_mtime)
        is_unsent = file.name.startswith(DOWNLOAD) and age > MAX_TEMPORARY_AGE_SECONDS
        # Nobody else makes a backup now.
        if is_unsent or file.name.startswith(UNCHECKED):
            file.unlink(missing_ok=True)


def _describe_problem(error: Exception) -> BackupProblem:
    number, code = getattr(error, "errno", None), getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, ScorebookError):
        kind = error.reason or "failed"
    elif number == errno.EDQUOT:
        kind = "room"
    elif number == errno.ENOSPC or code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        kind = "full"
    else:
        kind = "failed"
    return BackupProblem(kind, backup_report.format_time(now()), str(error))
