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
    "phones": "phones that were not here for 400 days and may see nothing",
    "forms": "answers to forms of more than 60 days ago",
    "passes": "codes and links that were good for minutes",
    "matches": "matches deleted more than 30 days ago",
    "scorebooks": "scorebooks deleted more than 30 days ago",
    "never used": "scorebooks opened more than an hour ago and never used",
}


def copy(source: URL, target: URL) -> Iterator[str]:
    """Copy everything to another database; yield the output."""
    with click.progressbar(length=1, label="Copying", file=sys.stderr) as bar:

        def progress(done: int, whole: int) -> None:
            bar.length = whole
            bar.update(done - bar.pos)

        copied = database_copy.copy_database(source, target, progress)
    yield (
        f"Everything is copied: {_count(copied.scorebooks, 'scorebook', 'scorebooks')} with"
        f" {_count(copied.matches, 'match', 'matches')}, {_count(copied.rows, 'row', 'rows')}."
    )
    yield "All rows were counted, and every match comes to the same result."
    if copied.went_on:
        yield (
            "Meanwhile more was recorded where it came from, which is not in the copy: stop the"
            " server, and copy once more into a new database."
        )
    yield (
        "Now set SCOREKEEPER_DATABASE_URL to the new database. If the data folder changes, move the"
        " files secret-key and house-code too; without them every phone loses access."
    )


def tidy(database: Database, *, yes: bool) -> Iterator[str]:
    """Yield the number of expired rows of each kind, and delete them with `yes`."""
    found = {name: number for name, number in cleanup.count_expired(database).items() if number}
    for name, number in found.items():
        yield f"{number:>8,}  {DESCRIPTIONS[name]}"
    if not found:
        yield "There is nothing that nobody needs any more."
    elif yes:
        cleanup.delete_expired(database)
        yield "All that is gone."
    else:
        yield "Nothing was changed: `scorekeeper tidy --yes` lets it go."


def erase(database: Database, named: str, file: Path, *, yes: bool) -> Iterator[str]:
    """Export the matches of a scorebook to a file, ask for confirmation, and erase it."""
    with database.read() as session:
        book = load_scorebook_ref(
            session, shared_scorebook.find_by_name(session, named, also_deleted=True)
        )
    told = export_matches(database, book, ExportFormat.MATCHES, ",", file)
    yield f"Written into {file}: {told}."
    if not yes:
        click.confirm(f"Erase scorebook {book.id}? Nothing brings it back.", abort=True)
    erasure.erase(database, book.id)
    yield f"Scorebook {book.id} is erased, with its players, matches, log, links and phones."
    yield "Copies and dumps made before still hold it until they are thrown away."


def _count(number: int, one: str, several: str) -> str:
    return f"{number:,} {one if number == 1 else several}"
