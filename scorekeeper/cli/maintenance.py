"""Maintenance commands: upgrade, check, copy to another database, back up, restore, clean up."""

import sys
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click

from scorekeeper.book.access.devices import COOKIE_LIFETIME
from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance import database_copy, integrity, schema
from scorekeeper.book.maintenance.backups import restore_file, sqlite_copy
from scorekeeper.book.maintenance.cleanup import count_expired, delete_expired, try_cleanup
from scorekeeper.book.matches.deletion import PURGE_PERIOD, RESTORE_PERIOD
from scorekeeper.book.matches.submissions import IDEMPOTENCY_KEY_LIFETIME
from scorekeeper.book.scorebooks import erasure, shared_scorebook
from scorekeeper.book.transfer.comparison import load_scorebook_ref
from scorekeeper.book.transfer.exporter import count_contents
from scorekeeper.cli.database import open_database, read_config, report_errors
from scorekeeper.cli.transfer import export_matches
from scorekeeper.config import Config, read_database_url
from scorekeeper.words.scorebooks import backups as words, import_report

DESCRIPTIONS = {
    "phones": f"phones without access, not seen for {COOKIE_LIFETIME.days} days",
    "forms": f"form receipts older than {IDEMPOTENCY_KEY_LIFETIME.days} days",
    "join_codes": "expired codes and links",
    "matches": f"matches deleted more than {PURGE_PERIOD.days} days ago",
    "club evenings": f"club evenings deleted more than {PURGE_PERIOD.days} days ago",
    "scorebooks": f"scorebooks deleted more than {RESTORE_PERIOD.days} days ago",
    "never used": "scorebooks created more than an hour ago and never used",
}


@click.command()
@report_errors()
def upgrade() -> None:
    """Create or upgrade the database.

    Run it once per release, before the servers start.
    """
    config = Config.from_environment()
    schema.prepare(config.database_url, click.echo)
    with closing(Database(config.database_url)) as database:
        if config.is_home_server:
            shared_scorebook.ensure_shared(database)
        try_cleanup(database)
    place = schema.describe_location(config.database_url)
    click.echo(f"The scorebook {place} is ready (database version {schema.HEAD}).")


@click.command()
@click.option(
    "--repair",
    is_flag=True,
    help="First fix indexes and results. Keeps a copy of a file it repairs.",
)
@click.pass_context
@report_errors()
def check(context: click.Context, repair: bool) -> None:
    """Check the scorebook for damage.

    Reads every page of its file, every hand of every match, and its backups.
    """
    config = read_config()
    if repair:
        for sentence in integrity.repair(config.database_url):
            click.echo(sentence)
    is_undamaged = True
    for sentence in integrity.check(config.database_url):
        click.echo(sentence)
        is_undamaged = False
    if is_undamaged:
        click.echo("Everything is fine.")
    context.exit(0 if is_undamaged else 1)


@click.command()
@click.option("--from", "source", required=True, metavar="URL", help="Database to copy from.")
@click.option(
    "--to", "target", required=True, metavar="URL", help="New or empty database to copy to."
)
@report_errors()
def copy_database(source: str, target: str) -> None:
    """Copy everything to another database.

    Copies from SQLite to PostgreSQL or back, all or nothing.
    """
    urls = read_database_url("--from", source), read_database_url("--to", target)
    with ExitStack() as stack:
        bars: list[Any] = []

        def progress(done: int, total: int) -> None:
            if not bars:  # only once copying begins, so not before an error
                bar = click.progressbar(length=total, label="Copying", file=sys.stderr)
                bars.append(stack.enter_context(bar))
            bars[0].update(done - bars[0].pos)

        copied = database_copy.copy_database(*urls, progress)
    click.echo(
        f"Copied: {_count(copied.scorebooks, 'scorebook', 'scorebooks')} with"
        f" {_count(copied.matches, 'match', 'matches')}, {_count(copied.rows, 'row', 'rows')}."
    )
    click.echo("Verified: all rows are there and every match has the same result.")
    if copied.went_on:
        click.echo(
            "More was recorded in the source during the copy and is missing here. Stop the server"
            " and copy again into a new database."
        )
    click.echo(
        "Now set SCOREKEEPER_DATABASE_URL to the new database. If the data folder changes, move the"
        " files secret-key and house-code too. Without them, links stop working and the home code"
        " changes."
    )


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@report_errors()
def backup(file: Path) -> None:
    """Back up the scorebook to FILE.

    Safe while the server is running.
    """
    made = sqlite_copy.create_backup(read_config().database_url, file)
    contents = (
        f"{words.format_size(made.bytes)}, {words.describe_contents(made.matches, made.newest)}"
    )
    click.echo(f"Backed up to {file} and checked: {contents}.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--with-phones", is_flag=True, help="Restore phones, links and codes, too.")
@report_errors()
def restore(file: Path, with_phones: bool) -> None:
    """Restore the scorebook from FILE.

    Automatic backups are in the folder scorebook-copies next to the scorebook. Safe while the
    server is running. The current state is kept, too. Phones that have access now keep it, and
    removed phones stay out, unless --with-phones is given.
    """
    config = read_config()
    done = restore_file.restore(
        config.database_url, file, at_home=config.is_home_server, with_phones=with_phones
    )
    # Without its settings, the command would restore into another folder than the server's.
    place = f" to {config.scorebook_file}" if config.scorebook_file else ""
    click.echo(f"Restored from {file}{place}.")
    if done.kept_access:
        click.echo("Phones, links and codes are the same as before the restore.")
    else:
        click.echo("Phones, links and codes are those of the backup.")
        click.echo("Phones removed after it have access again. Check them in Settings → Phones.")
    if done.kept is not None:
        click.echo(f"The previous state is kept in {done.kept}.")


@click.command()
@click.option("--yes", is_flag=True, help="Delete the listed data.")
@report_errors()
def cleanup(yes: bool) -> None:
    """Delete data nobody needs any more.

    Without --yes, only lists it.
    """
    with open_database(read_config(), no_timeout=True) as database:
        counts = {name: number for name, number in count_expired(database).items() if number}
        for name, number in counts.items():
            click.echo(f"{number:>8,}  {DESCRIPTIONS[name]}")
        if not counts:
            click.echo("Nothing to delete.")
        elif yes:
            delete_expired(database)
            click.echo("Deleted.")
        else:
            click.echo("Nothing was deleted. Run `scorekeeper cleanup --yes` to delete it.")


@click.command()
@click.argument("scorebook")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
@report_errors()
def erase(scorebook: str, file: Path, yes: bool) -> None:
    """Export SCOREBOOK to FILE, then erase it.

    You can't undo this.
    """
    with open_database(read_config()) as database:
        with database.read() as session:
            number = shared_scorebook.find_by_name(session, scorebook, also_deleted=True)
            book = load_scorebook_ref(session, number)
            erasure.refuse_shared(session, book.id)
        if file.exists():
            raise click.ClickException(f"Can't write {file}: File exists.")
        if not yes:
            summary = import_report.describe_contents(*count_contents(database, book.id))
            click.confirm(f"Erase scorebook {book.id} ({summary}) for good?", abort=True)
        summary = export_matches(database, book, file)
        click.echo(f"Wrote {file}: {summary}.")
        erasure.erase(database, book.id)
    click.echo(f"Scorebook {book.id} is erased, with its players, matches, log, links and phones.")
    click.echo("Backups and dumps made earlier still contain it until you delete them.")


def _count(number: int, one: str, several: str) -> str:
    return f"{number:,} {one if number == 1 else several}"
