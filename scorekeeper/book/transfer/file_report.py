"""The report on a file of matches: what it adds to a scorebook, and how far its import came."""

from dataclasses import dataclass, field

from scorekeeper.book.access.quotas import QuotaExceeded
from scorekeeper.book.transfer.comparison import ComparedMatch
from scorekeeper.book.transfer.reader import BrokenLine

MAX_BROKEN = 100
"""Broken lines after which the rest of a file is not read."""


@dataclass
class FileReport:
    """The contents of a file compared with a scorebook, and the names of its players."""

    new: int = 0
    same: int = 0
    different: int = 0
    deleted: int = 0
    new_players: int = 0
    new_events: int = 0
    same_events: int = 0
    names: set[str] = field(default_factory=set)
    alike: dict[str, str] = field(default_factory=dict)
    """Names of the file taken as another spelling of a player's name here, each with that name."""
    listed: list[ComparedMatch] = field(default_factory=list)
    broken: list[BrokenLine] = field(default_factory=list)
    refused: list[BrokenLine] = field(default_factory=list)
    """Different matches that can't replace those here."""

    @property
    def matches(self) -> int:
        """How many matches the file has, broken ones included."""
        return self.new + self.same + self.different + self.deleted + len(self.broken)

    @property
    def is_cut_short(self) -> bool:
        """Whether the check ended before the end of the file, because too much of it is broken."""
        return len(self.broken) >= MAX_BROKEN

    def count_importable(self, *, overwrite: bool) -> int:
        """Return how many matches an import stores; 0 for a file with a broken line."""
        if self.broken:
            return 0
        return self.new + self.deleted + (self.different - len(self.refused) if overwrite else 0)

    def is_importable(self, *, overwrite: bool) -> bool:
        """Whether an import stores anything."""
        return self.count_importable(overwrite=overwrite) > 0 or (
            self.new_events > 0 and not self.broken
        )


@dataclass
class ImportResult:
    """The outcome of an import so far.

    `total` is how many matches there are to import, `imported` how many are stored. `broken` are
    lines that were left out although the check found nothing wrong with them; `enough` is the quota
    that ended the import.
    """

    total: int
    imported: int = 0
    events: int = 0
    broken: list[BrokenLine] = field(default_factory=list)
    enough: QuotaExceeded | None = None
    is_finished: bool = False
