"""The report of the backups, stored next to them: when they were verified, and what went wrong."""

import json
import sqlite3
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from scorekeeper.atomic_write import atomic_write
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.maintenance.backups import retention
from scorekeeper.book.maintenance.backups.sqlite_copy import hash_file
from scorekeeper.book.maintenance.file_check import check_open_file

REPORT_FILE = "report.json"


@dataclass(frozen=True)
class VerifiedBackup:
    """A verified backup: when, its size and contents; reports of 0.10 and earlier have no hash."""

    name: str
    at: str
    bytes: int
    matches: int
    sha256: str | None

    @property
    def moment(self) -> datetime:
        """The time of the verification."""
        return datetime.fromisoformat(self.at)


@dataclass(frozen=True)
class BackupProblem:
    """The current problem, and since when: `full`, `room`, `damaged`, or `failed`."""

    kind: str
    at: str

    @property
    def moment(self) -> datetime:
        """The time of the first failure."""
        return datetime.fromisoformat(self.at)


@dataclass
class BackupReport:
    """The stored report; `fewer` is how many backups are kept if space is short."""

    looked: list[VerifiedBackup] = field(default_factory=list)
    trouble: BackupProblem | None = None
    fewer: int | None = None

    @property
    def checked_at(self) -> datetime | None:
        return max((one.moment for one in self.looked), default=None)

    def of(self, name: str) -> VerifiedBackup | None:
        return next((one for one in self.looked if one.name == name), None)


def read_report(folder: Path) -> BackupReport:
    """Read the report; an unreadable one counts as empty."""
    try:
        data = json.loads((folder / REPORT_FILE).read_text(encoding="utf-8"))
        problem = data["trouble"]
        return BackupReport(
            [_read(VerifiedBackup, one) for one in data["looked"]],
            None if problem is None else _read(BackupProblem, problem),
            data["fewer"],
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return BackupReport()


def write_report(folder: Path, report: BackupReport) -> None:
    """Write the report without backups that are gone; if that fails, the file stays."""
    report.looked = [one for one in report.looked if (folder / one.name).exists()]
    with suppress(OSError):
        text = json.dumps(asdict(report), ensure_ascii=False, indent=1)
        atomic_write(folder / REPORT_FILE, f"{text}\n")


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
    report, backups = read_report(folder), retention.find_backups(folder)[::-1]
    return [one.path for one in backups if is_damaged(one.path, report.of(one.path.name))]


def _read(kind: Any, data: dict[str, Any]) -> Any:
    """Return an entry; reports of other releases have other keys, too."""
    return kind(**{one.name: data.get(one.name) for one in fields(kind)})
