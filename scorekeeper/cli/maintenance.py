"""Maintenance commands: copying to another database, cleanup, and erasure."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from sqlalchemy import URL

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance import cleanup, database_copy
from scorekeeper.book.scorebooks import erasure, shared_scorebook
from scorekeeper.book.transfer.comparison import load_scorebook_ref
from scorekeeper.book.transfer.exporter import ExportFormat
from scorekeeper.cli.transfer import export_matches

DESCRIPTIONS = {
    "phones": "phones without access, not seen for 400 days",
    "forms": "form receipts older than 60 days",
    "passes": "expired codes and links",
    "matches": "matches deleted more than 30 days ago",
    "scorebooks": "scorebooks deleted more than 30 days ago",
    "never used": "scorebooks created more than an hour ago and never used",
}


def copy_database(source: URL, target: URL) -> Iterator[str]:
    """Copy everything to another database; yield the output."""
    with click.progressbar(length=1, label="Copying", file=sys.stderr) as bar:

        def progress(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        copied = database_copy.copy_database(source, target, progress)
    yield (
        f"Copied: {_count(copied.scorebooks, 'scorebook', 'scorebooks')} with"
        f" {_count(copied.matches, 'match', 'matches')}, {_count(copied.rows, 'row', 'rows')}."
    )
    yield "Verified: all rows are there and every match has the same result."
    if copied.went_on:
        yield (
            "More was recorded in the source during the copy and is missing here. Stop the server"
            " and copy again into a new database."
        )
    yield (
        "Now set SCOREKEEPER_DATABASE_URL to the new database. If the data folder changes, move the"
        " files secret-key and house-code too; without them every phone loses access."
    )


def delete_expired(database: Database, *, yes: bool) -> Iterator[str]:
    """Yield the number of expired rows of each kind, and delete them with `yes`."""
    counts = {name: number for name, number in cleanup.count_expired(database).items() if number}
    for name, number in counts.items():
        yield f"{number:>8,}  {DESCRIPTIONS[name]}"
    if not counts:
        yield "Nothing to delete."
    elif yes:
        cleanup.delete_expired(database)
        yield "Deleted."
    else:
        yield "Nothing was deleted. Run `scorekeeper cleanup --yes` to delete it."


def erase(database: Database, name: str, file: Path, *, yes: bool) -> Iterator[str]:
    """Export the matches of a scorebook to a file, ask for confirmation, and erase it."""
    with database.read() as session:
        book = load_scorebook_ref(
            session, shared_scorebook.find_by_name(session, name, also_deleted=True)
        )
    summary = export_matches(database, book, ExportFormat.MATCHES, ",", file)
    yield f"Wrote {file}: {summary}."
    if not yes:
        click.confirm(f"Erase scorebook {book.id} for good?", abort=True)
    erasure.erase(database, book.id)
    yield f"Scorebook {book.id} is erased, with its players, matches, log, links and phones."
    yield "Backups and dumps made earlier still contain it until you delete them."


def _count(number: int, one: str, several: str) -> str:
    return f"{number:,} {one if number == 1 else several}"
