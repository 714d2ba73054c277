"""What came of the copies, beside them: when they were made and looked at, and what went wrong."""

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
    """A copy that was opened and found whole: when, how large, and what is in it."""

    name: str
    at: str
    bytes: int
    matches: int
    newest: str | None
    revision: str
    release: str | None

    @classmethod
    def into(cls, name: str, at: datetime, found: BackupContents) -> Self:
        """Note what was found in a copy."""
        newest = found.newest.isoformat() if found.newest else None
        return cls(
            name,
            at.isoformat(),
            found.bytes,
            found.matches,
            newest,
            found.revision,
            found.release,
        )

    @property
    def moment(self) -> datetime:
        """When it was looked at."""
        return datetime.fromisoformat(self.at)

    @property
    def newest_match(self) -> datetime | None:
        """When the newest match in it began."""
        return datetime.fromisoformat(self.newest) if self.newest else None


@dataclass(frozen=True)
class BackupProblem:
    """What went wrong, and since when: `full`, `room`, `damaged`, or `failed`."""

    kind: str
    at: str
    told: str

    @property
    def moment(self) -> datetime:
        """When it went wrong."""
        return datetime.fromisoformat(self.at)


@dataclass(frozen=True)
class BackupReport:
    """All of it; `fewer` is how many are kept where the disk has no room for all."""

    looked: tuple[VerifiedBackup, ...] = ()
    trouble: BackupProblem | None = None
    fewer: int | None = None
    by_hand: VerifiedBackup | None = None
    at: str | None = field(default=None)

    def of(self, name: str) -> VerifiedBackup | None:
        """Return what was found in a copy."""
        return next((one for one in self.looked if one.name == name), None)

    def having(self, looked: VerifiedBackup) -> Self:
        """Return the report with what was found in a copy now."""
        others = tuple(one for one in self.looked if one.name != looked.name)
        return replace(self, looked=(*others, looked))


def read_report(folder: Path) -> BackupReport:
    """Read the report; what cannot be read says nothing."""
    try:
        said = json.loads((folder / REPORT_FILE).read_text(encoding="utf-8"))
        return BackupReport(
            looked=tuple(VerifiedBackup(**one) for one in said["looked"]),
            trouble=_read_object(BackupProblem, said["trouble"]),
            fewer=said["fewer"],
            by_hand=_read_object(VerifiedBackup, said["by_hand"]),
            at=said["at"],
        )
    except (OSError, ValueError, TypeError, KeyError):
        return BackupReport()


@contextmanager
def update_report(folder: Path) -> Iterator["ReportUpdate"]:
    """Let a report be changed by one at a time; where it cannot be written it stays as it is."""
    with acquire_process_lock(folder / "report.lock", LOCK_TIMEOUT_SECONDS):
        change = ReportUpdate(read_report(folder))
        yield change
        # What stood before is kept beside the scorebook itself.
        places = folder, folder.parent
        left = tuple(
            one
            for one in change.report.looked
            if any((place / one.name).exists() for place in places)
        )
        _write_report(folder, replace(change.report, looked=left))


@dataclass
class ReportUpdate:
    """A report that is about to be written."""

    report: BackupReport

    def __call__(self, **values: Any) -> None:
        """Change some of it."""
        self.report = replace(self.report, **values)


def format_time(moment: datetime) -> str:
    """Return a moment as it is written in a report."""
    return moment.astimezone(UTC).isoformat()


def _write_report(folder: Path, report: BackupReport) -> None:
    written = json.dumps(asdict(report), ensure_ascii=False, indent=1)
    with suppress(OSError):
        atomic_write(folder / REPORT_FILE, f"{written}\n")


def _read_object(kind: Any, said: Any) -> Any:
    return None if said is None else kind(**{one.name: said[one.name] for one in fields(kind)})
