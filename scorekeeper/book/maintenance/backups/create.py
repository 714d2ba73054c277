"""Daily backups, made in a background thread."""

import errno
import logging
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from scorekeeper.atomic_write import lock_file
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.db.ids import now
from scorekeeper.book.maintenance.backups import backup_report, retention
from scorekeeper.book.maintenance.backups.backup_report import (
    BackupProblem,
    BackupReport,
    VerifiedBackup,
    is_damaged,
)
from scorekeeper.book.maintenance.backups.sqlite_copy import (
    copy_and_verify,
    hash_file,
    read_contents,
)
from scorekeeper.book.maintenance.file_check import count_bytes

START_DELAY_SECONDS = 30.0
CHECK_INTERVAL_SECONDS = 3600.0
"""Seconds until the first check whether a backup is due, and between checks."""

DOWNLOAD = ".download"
"""How the names of files begin that are made to be downloaded."""
MAX_DOWNLOAD_AGE_SECONDS = 24 * 3600

LOG = logging.getLogger(__name__)


@contextmanager
def run_daily_backups(scorebook: Path | None) -> Iterator[None]:
    """Run daily backups of a scorebook file inside the block; None runs none."""
    stop = start_thread(scorebook)
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
        with lock_file(folder / "making").acquire(timeout=0):
            _delete_abandoned(folder)
            report = backup_report.read_report(folder)
            if not _is_done(folder, report):
                _update(scorebook, folder, report)
                backup_report.write_report(folder, report)
    except OSError as error:
        if error.errno is not None:  # else another process has the lock, and is making it
            LOG.warning("no backup was made: %s", error.strerror)


def _today() -> date:
    return now().astimezone().date()


def _is_done(folder: Path, report: BackupReport) -> bool:
    """Whether the newest backup was verified today, and is as it was then."""
    copies = retention.find_backups(folder)
    newest = report.of(copies[-1].path.name) if copies else None
    return (
        newest is not None
        and report.trouble is None
        and newest.moment.astimezone().date() == _today()
        and not is_damaged(copies[-1].path, newest)
    )


def _update(scorebook: Path, folder: Path, report: BackupReport) -> None:
    """Create a backup, and report it or what went wrong."""
    try:
        backup = _create_backup(scorebook, folder)
    except (OSError, sqlite3.Error, ScorebookError) as error:
        LOG.warning("no backup was made: %s", error)
        kind = _find_kind(error)
        if report.trouble is None or report.trouble.kind != kind:
            report.trouble = BackupProblem(kind, now().isoformat())
    else:
        report.looked = [one for one in report.looked if one.name != backup.name] + [backup]
        report.trouble, report.fewer = None, _delete_old(folder)


def _create_backup(scorebook: Path, folder: Path) -> VerifiedBackup:
    copies = retention.find_backups(folder)
    _require_space(scorebook, folder, copies)
    number = max((copy.number for copy in copies), default=0) + 1
    path = folder / f"copy-{number:06d}-{_today():%Y-%m-%d}.sqlite"
    copy_and_verify(scorebook, path)
    contents = read_contents(path)
    if copies and hash_file(copies[-1].path) == contents.sha256:
        # Nothing has changed: retention keeps seven days with changes.
        path.unlink()
        path = copies[-1].path
    checked = now().isoformat()
    return VerifiedBackup(path.name, checked, contents.bytes, contents.matches, contents.sha256)


def _require_space(scorebook: Path, folder: Path, copies: list[retention.BackupFile]) -> None:
    size = count_bytes(scorebook)
    if size > retention.count_allowed_bytes(folder):
        raise OSError(errno.EDQUOT, "a backup would use more than its share of the disk")
    # The newest stays until there is a newer one.
    for copy in retention.choose_retained(copies)[:-1]:
        if shutil.disk_usage(folder).free > 2 * size:
            break
        copy.path.unlink(missing_ok=True)


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


def _delete_abandoned(folder: Path) -> None:
    """Delete downloads that could not be deleted while they were sent, and files of 0.16."""
    for file in (*folder.glob(f"{DOWNLOAD}*"), *folder.glob(".unchecked*")):
        if abs(now().timestamp() - file.stat().st_mtime) > MAX_DOWNLOAD_AGE_SECONDS:
            file.unlink(missing_ok=True)


def _find_kind(error: Exception) -> str:
    number, code = getattr(error, "errno", None), getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, ScorebookError):
        return error.reason or "failed"
    if number == errno.EDQUOT:
        return "room"
    if number == errno.ENOSPC or code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return "full"
    return "failed"
