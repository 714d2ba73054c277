"""The report of the backups, stored next to them: when they were made and verified, and errors."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
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


@dataclass
class BackupReport:
    """The stored report; `fewer` is how many backups are kept if space is short."""

    looked: list[VerifiedBackup] = field(default_factory=list)
    trouble: BackupProblem | None = None
    fewer: int | None = None
    by_hand: VerifiedBackup | None = None
    at: str | None = None

    def of(self, name: str) -> VerifiedBackup | None:
        """Return the verified entry of a backup."""
        return next((one for one in self.looked if one.name == name), None)

    def put(self, looked: VerifiedBackup) -> None:
        """Add an entry, or replace the one with its name."""
        self.looked = [one for one in self.looked if one.name != looked.name] + [looked]


def read_report(folder: Path) -> BackupReport:
    """Read the report; an unreadable one counts as empty."""
    try:
        data = json.loads((folder / REPORT_FILE).read_text(encoding="utf-8"))
        return BackupReport(
            looked=[VerifiedBackup(**one) for one in data["looked"]],
            trouble=_read_object(BackupProblem, data["trouble"]),
            fewer=data["fewer"],
            by_hand=_read_object(VerifiedBackup, data["by_hand"]),
            at=data["at"],
        )
    except (OSError, ValueError, TypeError, KeyError):
        return BackupReport()


@contextmanager
def update_report(folder: Path) -> Iterator[BackupReport]:
    """Yield the report to be changed, under a lock; if it cannot be written, the file stays."""
    with acquire_process_lock(folder / "report.lock", LOCK_TIMEOUT_SECONDS):
        report = read_report(folder)
        yield report
        # Copies from before a restore are next to the scorebook.
        places = folder, folder.parent
        report.looked = [
            one for one in report.looked if any((place / one.name).exists() for place in places)
        ]
        with suppress(OSError):
            text = json.dumps(asdict(report), ensure_ascii=False, indent=1)
            atomic_write(folder / REPORT_FILE, f"{text}\n")


def format_time(moment: datetime) -> str:
    """Format a time as in the report."""
    return moment.astimezone(UTC).isoformat()


def _read_object(kind: Any, data: Any) -> Any:
    return None if data is None else kind(**{one.name: data[one.name] for one in fields(kind)})
