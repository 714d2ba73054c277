"""The commands `backup` and `restore`."""

from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL

from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.db.errors import ScorebookError, StorageError
from scorekeeper.book.db.ids import now
from scorekeeper.book.maintenance.backups import backup_report, restore_file, retention, sqlite_copy
from scorekeeper.book.maintenance.backups.backup_report import VerifiedBackup
from scorekeeper.book.maintenance.backups.contents import BackupContents, read_contents
from scorekeeper.book.maintenance.backups.present_access import keep_present_access
from scorekeeper.book.scorebooks import shared_scorebook


def backup(url: str | URL, target: Path) -> BackupContents:
    """Create a verified backup in a new file, and note it in the report."""
    sqlite_copy.create_backup(url, target)
    contents = read_contents(target)
    folder = retention.backup_folder(Path(str(parse_url(url).database)))
    # The backup is complete even if the report cannot be written.
    with suppress(OSError, StorageError):
        folder.mkdir(mode=0o700, exist_ok=True)
        with backup_report.update_report(folder) as report:
            report.by_hand = VerifiedBackup.into(str(target.absolute()), now(), contents)
    return contents


@dataclass(frozen=True)
class RestoreResult:
    """A finished restore: the file with the previous scorebook, and whose access was kept."""

    kept: Path | None
    kept_access: bool
    """Whether phones, links and codes are those of before; else they are the backup's."""


def restore(
    url: str | URL, copy: Path, *, at_home: bool, with_phones: bool = False
) -> RestoreResult:
    """Restore the scorebook from a backup; access stays as it is, unless `with_phones`.

    Afterwards a home has a shared scorebook, even if the backup is from a server that hosts many.
    """
    kept_access = False

    def settle(new: Path) -> None:
        nonlocal kept_access
        if at_home:
            # If this can't be decided, the next start says what to do.
            place = URL.create("sqlite", database=str(new))
            with suppress(ScorebookError), closing(Database(place)) as database:
                shared_scorebook.ensure_shared(database)
        if not with_phones:
            kept_access = keep_present_access(new, Path(str(parse_url(url).database)))

    old = restore_file.restore_backup(url, copy, settle)
    return RestoreResult(old, kept_access)
