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
from scorekeeper.book.maintenance.backups.contents import Contents

FILE = "report.json"
PATIENCE = 5.0


@dataclass(frozen=True)
class Looked:
    """A copy that was opened and found whole: when, how large, and what is in it."""

    name: str
    at: str
    bytes: int
    matches: int
    newest: str | None
    revision: str
    release: str | None

    @classmethod
    def into(cls, name: str, at: datetime, found: Contents) -> Self:
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
class Trouble:
    """What went wrong, and since when: `full`, `room`, `damaged`, or `failed`."""

    kind: str
    at: str
    told: str

    @property
    def moment(self) -> datetime:
        """When it went wrong."""
        return datetime.fromisoformat(self.at)


@dataclass(frozen=True)
class Report:
    """All of it; `fewer` is how many are kept where the disk has no room for all."""

    looked: tuple[Looked, ...] = ()
    trouble: Trouble | None = None
    fewer: int | None = None
    by_hand: Looked | None = None
    at: str | None = field(default=None)

    def of(self, name: str) -> Looked | None:
        """Return what was found in a copy."""
        return next((one for one in self.looked if one.name == name), None)

    def having(self, looked: Looked) -> Self:
        """Return the report with what was found in a copy now."""
        others = tuple(one for one in self.looked if one.name != looked.name)
        return replace(self, looked=(*others, looked))


def read(folder: Path) -> Report:
    """Read the report; what cannot be read says nothing."""
    try:
        said = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return Report(
            looked=tuple(Looked(**one) for one in said["looked"]),
            trouble=_one(Trouble, said["trouble"]),
            fewer=said["fewer"],
            by_hand=_one(Looked, said["by_hand"]),
            at=said["at"],
        )
    except (OSError, ValueError, TypeError, KeyError):
        return Report()


@contextmanager
def changing(folder: Path) -> Iterator["Changing"]:
    """Let a report be changed by one at a time; where it cannot be written it stays as it is."""
    with acquire_process_lock(folder / "report.lock", PATIENCE):
        change = Changing(read(folder))
        yield change
        # What stood before is kept beside the scorebook itself.
        places = folder, folder.parent
        left = tuple(
            one
            for one in change.report.looked
            if any((place / one.name).exists() for place in places)
        )
        _write(folder, replace(change.report, looked=left))


@dataclass
class Changing:
    """A report that is about to be written."""

    report: Report

    def __call__(self, **values: Any) -> None:
        """Change some of it."""
        self.report = replace(self.report, **values)


def at(moment: datetime) -> str:
    """Return a moment as it is written in a report."""
    return moment.astimezone(UTC).isoformat()


def _write(folder: Path, report: Report) -> None:
    written = json.dumps(asdict(report), ensure_ascii=False, indent=1)
    with suppress(OSError):
        atomic_write(folder / FILE, f"{written}\n")


def _one(kind: Any, said: Any) -> Any:
    return None if said is None else kind(**{one.name: said[one.name] for one in fields(kind)})
