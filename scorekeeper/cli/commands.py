"""The main commands: serve, demo, score, backup, restore, check, export and import."""

import gc
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import click

from scorekeeper.cli.retired import retired_option

if TYPE_CHECKING:
    from scorekeeper.book.db.database import Database
    from scorekeeper.config import Config

ALL_INTERFACES, LOOPBACK = "0.0.0.0", "127.0.0.1"
EXPORT_FORMATS = {"jsonl": "matches", "hands-csv": "hands", "matches-csv": "results"}
"""Values of `ExportFormat`, by the name of the format."""

scorebook_option = click.option(
    "--scorebook",
    help="Number or name of the scorebook. Default: the shared one, or the only one.",
)


def address_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options --host and --port to a command."""
    port = click.option("--port", type=click.IntRange(0, 65535), help="Listen on this port only.")
    host = click.option("--host", help="Listen on this address only.")
    return host(port(command))


@click.group(invoke_without_command=True)
@click.option("--local", is_flag=True, help="Serve this computer only, not the network.")
@click.option("--no-browser", is_flag=True, help="Don't open a browser.")
@click.version_option(package_name="spades-scorekeeper", prog_name="scorekeeper")
@click.pass_context
def main(context: click.Context, local: bool, no_browser: bool) -> None:
    """Keep score at Spades.

    Run without a command to start the scorekeeper for all phones on your network.
    """
    os.umask(0o077)  # no other user may read scores, backups and keys
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal with a limited character set must not stop the program.
            stream.reconfigure(errors="replace")
    context.obj = LOOPBACK if local else ALL_INTERFACES
    if context.invoked_subcommand is None:
        context.invoke(serve, no_browser=no_browser)


@main.command()
@address_options
@retired_option(
    "--socket",
    instead="Serve a port, or let gunicorn serve a Unix socket (--bind unix:PATH), also one of"
    " systemd's: see docs/hosting/install.md.",
)
@retired_option("--address", instead="Use --public-url instead.")
@click.option("--public-url", help="Public address, such as https://… (for links and QR codes).")
@click.option("--no-browser", is_flag=True, help="Don't open a browser.")
@click.pass_obj
def serve(
    default_host: str,
    host: str | None,
    port: int | None,
    public_url: str | None,
    no_browser: bool,
) -> None:
    """Start the server.

    Uses the last port, or the first free one from 8000.
    """
    gc.disable()  # until all modules are loaded: none of their objects is garbage
    from scorekeeper.config import Config, read_public_url
    from scorekeeper.server import server

    with report_errors(), server.graceful_shutdown():
        config = Config.from_environment()
        if public_url is not None:
            config = replace(config, public_url=read_public_url("--public-url", public_url))
        # A client that bypasses the proxy could forge its address.
        default_host = LOOPBACK if config.trusted_proxies else default_host
        server.serve(config, host or default_host, port, browser=not no_browser)


@main.command()
@address_options
def demo(host: str | None, port: int | None) -> None:
    """Try it with sample matches.

    Serves this computer only; nothing is kept when you stop it.
    """
    from scorekeeper.demo import demo
    from scorekeeper.server import server

    with report_errors(), server.graceful_shutdown(), demo.demo_scorebook() as config:
        server.serve(config, host or LOOPBACK, port)


@main.command()
@click.argument("file", default="-")
@click.option("--table", is_flag=True, help="Print a readable score sheet.")
@click.pass_context
def score(context: click.Context, file: str, table: bool) -> None:
    """Score match files.

    Reads one match, or several as JSON Lines, from FILE or standard input.
    """
    from scorekeeper.cli import scoring

    all_are_matches = True
    with open_input(file) as stream:
        for text, is_match in scoring.score_matches(stream, table=table):
            click.echo(text)
            all_are_matches = all_are_matches and is_match
    context.exit(0 if all_are_matches else 1)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Back up the scorebook to FILE.

    Safe while the server is running.
    """
    from scorekeeper.book.maintenance.backups.command import backup
    from scorekeeper.config import Config
    from scorekeeper.words.scorebooks.backups import describe_contents, format_size

    with report_errors():
        made = backup(Config.from_environment().database_url, file)
    contents = f"{format_size(made.bytes)}, {describe_contents(made.matches, made.newest)}"
    click.echo(f"Backed up to {file} and checked: {contents}.")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--with-phones", is_flag=True, help="Restore phones, links and codes as well.")
def restore(file: Path, with_phones: bool) -> None:
    """Restore the scorebook from FILE.

    Safe while the server is running. Phones that have access now keep it, and removed phones stay
    out, unless --with-phones is given. The current state is kept beside the scorebook.
    """
    from scorekeeper.book.maintenance.backups.command import restore
    from scorekeeper.config import Config

    with report_errors():
        config = Config.from_environment()
        done = restore(
            config.database_url, file, at_home=config.is_home_server, with_phones=with_phones
        )
    click.echo(f"Restored from {file}.")
    if done.kept_access:
        click.echo("Phones, links and codes are the same as before the restore.")
    else:
        click.echo("Phones, links and codes are those of the backup.")
    if done.kept is not None:
        click.echo(f"The previous state is kept in {done.kept}.")


@main.command()
@click.option("--repair", is_flag=True, help="Rebuild damaged indexes first; keeps a backup.")
@retired_option("--mend", is_flag=True, instead="Use --repair instead.")
@retired_option(
    "--url",
    instead="Open /readyz there, with a phone that has access: it shows scheme, host and client.",
)
@click.pass_context
def check(context: click.Context, repair: bool) -> None:
    """Check the scorebook for damage.

    Reads every page of its file and every hand of every match.
    """
    from scorekeeper.book.maintenance import integrity
    from scorekeeper.config import Config

    with report_errors():
        config = Config.from_environment()
        if repair:
            kept = integrity.rebuild_indexes(config.database_url)
            click.echo(f"The previous state is kept in {kept}.")
        findings = 0
        for sentence in integrity.check(config.database_url):
            click.echo(sentence)
            findings += 1
    if not findings:
        click.echo("Everything is fine.")
    context.exit(1 if findings else 0)


@main.command()
def recompute() -> None:
    """Recompute the stored results."""
    from scorekeeper.book.maintenance.recompute import recompute_in_batches

    with report_errors(), open_scorebooks() as (_, database):
        matches = recompute_in_batches(database)
    click.echo(f"Recomputed the results of {matches} matches.")


@main.command()
@click.argument("file", default="-")
@click.option(
    "--format",
    "name",
    type=click.Choice([*EXPORT_FORMATS]),
    default="jsonl",
    help="jsonl: match files (default). hands-csv: one line per hand and side."
    " matches-csv: one line per match.",
)
@click.option("--delimiter", type=click.Choice([",", ";"]), default=",", help="Of a CSV file.")
@retired_option("--csv", is_flag=True, instead="Use --format=hands-csv instead.")
@retired_option("--results", is_flag=True, instead="Use --format=matches-csv instead.")
@retired_option("--semicolon", is_flag=True, instead="Use --delimiter=';' instead.")
@scorebook_option
def export(file: str, name: str, delimiter: str, scorebook: str | None) -> None:
    """Export all matches.

    Writes the new FILE, or standard output.
    """
    from scorekeeper.book.transfer.exporter import ExportFormat
    from scorekeeper.cli import transfer

    with report_errors(), open_scorebooks() as (config, database):
        book = transfer.find_scorebook(database, config, scorebook)
        path, kind = None if file == "-" else Path(file), ExportFormat(EXPORT_FORMATS[name])
        summary = transfer.export_matches(database, book, kind, delimiter, path)
    click.echo(f"Wrote {summary}.", err=True)


@main.command("import")
@click.argument("file", default="-")
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
@click.option("--overwrite", is_flag=True, help="If a match differs, use the one in the file.")
@retired_option("--theirs", is_flag=True, instead="Use --overwrite instead.")
@scorebook_option
def import_(file: str, yes: bool, overwrite: bool, scorebook: str | None) -> None:
    """Import matches from FILE.

    Reads match files and JSON Lines, from FILE or standard input, and checks all of them first. If
    anything can't be read, nothing is imported. Import the file again to finish an interrupted
    import; matches that are already here are skipped.
    """
    from scorekeeper.cli import transfer

    if file == "-" and not yes:
        raise click.UsageError("Reading from standard input needs --yes.")
    with open_input(file) as stream, report_errors(), open_scorebooks() as (config, database):
        book = transfer.find_scorebook(database, config, scorebook)
        transfer.import_file(database, book, stream, yes=yes, overwrite=overwrite)


@contextmanager
def open_scorebooks(*, no_timeout: bool = False) -> "Iterator[tuple[Config, Database]]":
    """Open the configured database after upgrading it; `no_timeout` disables the timeouts."""
    from scorekeeper.book.db.database import Database
    from scorekeeper.book.maintenance.schema import prepare
    from scorekeeper.config import Config

    config = Config.from_environment()
    prepare(config.database_url, partial(click.echo, err=True))
    gc.freeze()  # objects of loaded modules are never garbage
    with closing(Database(config.database_url, no_timeout=no_timeout)) as database:
        yield config, database


@contextmanager
def report_errors() -> Iterator[None]:
    """Exit with a sentence for errors in the settings, the scorebook or the address."""
    import sqlite3

    from sqlalchemy.exc import DBAPIError

    from scorekeeper.book.db.errors import ScorebookError, StorageError
    from scorekeeper.secret_key import ConfigError

    try:
        yield
    except (ConfigError, ScorebookError) as error:
        raise click.ClickException(str(error)) from None
    except StorageError as error:
        raise click.ClickException(f"Can't open the scorebook: {error}.") from None
    except (DBAPIError, sqlite3.Error, UnicodeDecodeError) as error:
        # Neither the statement nor its values: they may be private.
        cause = error.orig if isinstance(error, DBAPIError) else error
        # SQLite's message about damaged data may be unreadable.
        reason = "unreadable text" if isinstance(error, UnicodeDecodeError) else str(cause)
        raise click.ClickException(
            f"The scorebook has been changed by something else ({reason}). Restore a backup:"
            " `scorekeeper restore FILE`."
        ) from None


def open_input(file: str) -> BinaryIO:
    """Open a file for reading; `-` is standard input."""
    try:
        return cast(BinaryIO, click.open_file(file, "rb"))
    except OSError as error:
        raise click.ClickException(f"Can't read {file}: {error.strerror}.") from None
