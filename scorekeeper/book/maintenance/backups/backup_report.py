"""The report of the backups, stored next to them: when they were made and verified, and errors."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from scorekeeper.atomic_write import atomic_write
from scorekeeper.book.db.process_lock import acquire_process_lock
from scorekeeper.book.maintenance.backups.contents import BackupContents

REPORT_FILE = "report.json"
LOCK_TIMEOUT_SECONDS = 5.0


@dataclass(frozen=True)
class VerifiedBackup:
    """A verified backup: when, its size and contents; reports of 0.10 and earlier have no hash."""

    name: str
    at: str
    bytes: int
    matches: int
    newest: str | None
    revision: str
    release: str | None
    sha256: str | None = None

    @classmethod
    def into(cls, name: str, at: datetime, contents: BackupContents) -> Self:
        """Create the entry from the contents of a backup."""
        newest = contents.newest.isoformat() if contents.newest else None
        return cls(name, at.isoformat(), **{**asdict(contents), "newest": newest})

    @property
    def moment(self) -> datetime:
        """The time of the verification."""
        return datetime.fromisoformat(self.at)

    @property
    def newest_match(self) -> datetime | None:
        """The start of the newest match in it."""
        return datetime.fromisoformat(self.newest) if self.newest else None


@dataclass(frozen=True)
class BackupProblem:
    """The current problem, and since when: `full`, `room`, `damaged`, or `failed`."""

    kind: str
    at: str
    told: str

    @property
    def moment(self) -> datetime:
        """The time of the first failure."""
        return datetime.fromisoformat(self.at)


@dataclass(frozen=True)
class BackupReport:
    """The stored report; `fewer` is how many backups are kept if space is short."""

    looked: tuple[VerifiedBackup, ...] = ()
    trouble: BackupProblem | None = None
    fewer: int | None = None
    by_hand: VerifiedBackup | None = None
    at: str | None = field(default=None)

    def of(self, name: str) -> VerifiedBackup | None:
        """Return the verified entry of a backup."""
        return next((one for one in self.looked if one.name == name), None)

    def having(self, looked: VerifiedBackup) -> Self:
        """Return the report with a new or replaced entry."""
        others = tuple(one for one in self.looked if one.name != looked.name)
        return replace(self, looked=(*others, looked))


def read_report(folder: Path) -> BackupReport:
    """Read the report; an unreadable one counts as empty."""
    try:
        data = json.loads((folder / REPORT_FILE).read_text(encoding="utf-8"))
        return BackupReport(
            looked=tuple(VerifiedBackup(**one) for one in data["looked"]),
            trouble=_read_object(BackupProblem, data["trouble"]),
            fewer=data["fewer"],
            by_hand=_read_object(VerifiedBackup, data["by_hand"]),
            at=data["at"],
        )
    except (OSError, ValueError, TypeError, KeyError):
        return BackupReport()


@contextmanager
def update_report(folder: Path) -> Iterator["ReportUpdate"]:
    """Update the report under a lock; if it cannot be written, it stays unchanged."""
    with acquire_process_lock(folder / "report.lock", LOCK_TIMEOUT_SECONDS):
        change = ReportUpdate(read_report(folder))
        yield change
        # Copies from before a restore are next to the scorebook.
        places = folder, folder.parent
        left = tuple(
            one
            for one in change.report.looked
            if any((place / one.name).exists() for place in places)
        )
        report = asdict(replace(change.report, looked=left))
        with suppress(OSError):
            text = json.dumps(report, ensure_ascii=False, indent=1)
            atomic_write(folder / REPORT_FILE, f"{text}\n")


@dataclass
class ReportUpdate:
    """A report that is being changed."""

    report: BackupReport

    def __call__(self, **values: Any) -> None:
        """Change fields of the report."""
        self.report = replace(self.report, **values)


def format_time(moment: datetime) -> str:
    """Format a time as in the report."""
    return moment.astimezone(UTC).isoformat()


def _read_object(kind: Any, data: Any) -> Any:
    return None if data is None else kind(**{one.name: data[one.name] for one in fields(kind)})
