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


def address_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options --host and --port to a command."""
    port = click.option("--port", type=click.IntRange(0, 65535), help="Only this port.")
    host = click.option("--host", help="Only this address of the machine.")
    return host(port(command))


@click.group(invoke_without_command=True)
@click.option("--local", is_flag=True, help="Serve only this machine, not the network.")
@click.option("--no-browser", is_flag=True, help="Open no browser on this computer.")
@click.version_option(package_name="spades-scorekeeper", prog_name="scorekeeper")
@click.pass_context
def main(context: click.Context, local: bool, no_browser: bool) -> None:
    """Keep the score of Spades: without a command, serve the pages to all phones at the table."""
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
@click.option("--address", default="", help="Where other phones find it, such as https://…")
@click.option("--no-browser", is_flag=True, help="Open no browser on this computer.")
@click.pass_obj
def serve(
    usual_host: str,
    host: str | None,
    port: int | None,
    address: str,
    no_browser: bool,
) -> None:
    """Serve the pages, at the last port or on the first free one from 8000 on."""
    gc.disable()  # until all modules are loaded: none of their objects is garbage
    from scorekeeper.config import Config, read_public_url
    from scorekeeper.server import server

    with report_errors(), server.graceful_shutdown():
        config = Config.from_environment()
        if address:
            config = replace(config, public_url=read_public_url("--address", address))
        # A client that bypasses the proxy could forge its address.
        usual_host = LOOPBACK if config.trusted_proxies else usual_host
        server.serve(config, host or usual_host, port, browser=not no_browser)


@main.command()
@address_options
def demo(host: str | None, port: int | None) -> None:
    """Serve a scorebook full of matches to look at, to this machine; it is gone afterwards."""
    from scorekeeper.demo import demo
    from scorekeeper.server import server

    with report_errors(), server.graceful_shutdown(), demo.demo_scorebook() as config:
        server.serve(config, host or LOOPBACK, port)


@main.command()
@click.argument("file", default="-")
@click.option("--table", is_flag=True, help="Print the score sheet for people.")
@click.pass_context
def score(context: click.Context, file: str, table: bool) -> None:
    """Score a match file, or several as JSON Lines, from FILE or standard input."""
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
    """Copy the scorebook as it stands into the new FILE, also while it is being written."""
    from scorekeeper.book.maintenance.backups.command import backup
    from scorekeeper.config import Config
    from scorekeeper.words.scorebooks.backups import describe_contents, format_size

    with report_errors():
        made = backup(Config.from_environment().database_url, file)
    inside = f"{format_size(made.bytes)}, {describe_contents(made.matches, made.newest)}"
    click.echo(f"The scorebook is copied to {file}, and the copy is whole: {inside}.")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--with-phones", is_flag=True, help="Restore phones, links and codes as well.")
def restore(file: Path, with_phones: bool) -> None:
    """Restore the scorebook from the backup FILE. Safe while the server is running.

    Phones that have access now keep it, and removed phones stay out, unless --with-phones is given.
    The current state is kept beside the scorebook.
    """
    from scorekeeper.book.maintenance.backups.command import restore
    from scorekeeper.config import Config

    with report_errors():
        config = Config.from_environment()
        done = restore(
            config.database_url, file, at_home=config.is_home_server, with_phones=with_phones
        )
    click.echo(f"The scorebook is as it was in {file}.")
    if done.kept_access:
        click.echo("Phones, links and codes are the same as before the restore.")
    else:
        click.echo("Phones, links and codes are those of the backup.")
    if done.kept is not None:
        click.echo(f"As it was before, it is kept in {done.kept}.")


@main.command()
@click.option("--mend", is_flag=True, help="First make its indexes anew; a copy is kept.")
@retired_option(
    "--url",
    instead="Open /readyz there, with a phone that has access: it says scheme, host and client.",
)
@click.pass_context
def check(context: click.Context, mend: bool) -> None:
    """Look at everything in the scorebook: each page of its file, each hand of each match."""
    from scorekeeper.book.maintenance import integrity
    from scorekeeper.config import Config

    with report_errors():
        config = Config.from_environment()
        if mend:
            click.echo(
                f"As it was before, it is kept in {integrity.rebuild_indexes(config.database_url)}."
            )
        findings = 0
        for sentence in integrity.check(config.database_url):
            click.echo(sentence)
            findings += 1
    if not findings:
        click.echo("All is well.")
    context.exit(1 if findings else 0)


@main.command()
def rebuild() -> None:
    """Compute the kept results of finished matches anew from what the table said."""
    from scorekeeper.book.db.database import Database
    from scorekeeper.book.maintenance.recompute import recompute_in_batches
    from scorekeeper.book.maintenance.schema import prepare
    from scorekeeper.config import Config

    with report_errors():
        config = Config.from_environment()
        prepare(config.database_url, click.echo)
        with closing(Database(config.database_url)) as database:
            matches = recompute_in_batches(database)
    click.echo(f"The results of {matches} matches are computed anew.")


@main.command()
@click.argument("file", default="-")
@click.option("--csv", "kind", flag_value="hands", help="A list: one line a hand and side.")
@click.option("--results", "kind", flag_value="results", help="A list: one line a match.")
@click.option("--semicolon", is_flag=True, help="Columns apart by semicolons, as in German Excel.")
@click.option("--scorebook", help="By number or name; without it the house's, or the only one.")
def export(file: str, kind: str | None, semicolon: bool, scorebook: str | None) -> None:
    """Write all matches as JSON Lines into the new FILE or to standard output."""
    from scorekeeper.book.transfer.exporter import ExportFormat
    from scorekeeper.cli import transfer

    with report_errors(), open_scorebooks() as (config, database):
        book = transfer.find_scorebook(database, config, scorebook)
        path, separator = None if file == "-" else Path(file), ";" if semicolon else ","
        told = transfer.export_matches(
            database, book, ExportFormat(kind or "matches"), separator, path
        )
    click.echo(f"Written: {told}.", err=True)


@main.command("import")
@click.argument("file", default="-")
@click.option("--yes", is_flag=True, help="Do not ask before they are imported.")
@click.option("--theirs", is_flag=True, help="Replace matches that are different here.")
@click.option("--scorebook", help="By number or name; without it the house's, or the only one.")
def import_(file: str, yes: bool, theirs: bool, scorebook: str | None) -> None:
    """Import the matches of FILE or standard input: match files, JSON Lines.

    The whole file is checked first; with anything broken in it, nothing is imported. What is
    imported stays: an interrupted import is finished by importing the file again, and what is here
    already is not imported again.
    """
    from scorekeeper.cli import transfer

    if file == "-" and not yes:
        raise click.UsageError("What comes from standard input needs --yes.")
    with open_input(file) as stream, report_errors(), open_scorebooks() as (config, database):
        book = transfer.find_scorebook(database, config, scorebook)
        transfer.import_file(database, book, stream, yes=yes, overwrite=theirs)


@contextmanager
def open_scorebooks(*, for_ever: bool = False) -> "Iterator[tuple[Config, Database]]":
    """Open the configured database after upgrading it; `for_ever` disables the timeouts."""
    from scorekeeper.book.db.database import Database
    from scorekeeper.book.maintenance.schema import prepare
    from scorekeeper.config import Config

    config = Config.from_environment()
    prepare(config.database_url, partial(click.echo, err=True))
    gc.freeze()  # objects of loaded modules are never garbage
    with closing(Database(config.database_url, no_timeout=for_ever)) as database:
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
        raise click.ClickException(f"The scorebook cannot be used: {error}.") from None
    except (DBAPIError, sqlite3.Error, UnicodeDecodeError) as error:
        # Neither the statement nor its values: they may be private.
        cause = error.orig if isinstance(error, DBAPIError) else error
        # SQLite's message about damaged data may be unreadable.
        said = "unreadable text" if isinstance(error, UnicodeDecodeError) else str(cause)
        raise click.ClickException(
            f"The scorebook is not as this program made it ({said}): put back a copy with"
            " `scorekeeper restore FILE`."
        ) from None


def open_input(file: str) -> BinaryIO:
    """Open a file for reading; `-` is standard input."""
    try:
        return cast(BinaryIO, click.open_file(file, "rb"))
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read: {error.strerror}.") from None
