"""The commands for hosts: upgrade, health, access and maintenance."""

from collections.abc import Iterable
from pathlib import Path

import click

from scorekeeper.cli.commands import main, open_scorebooks, report_errors
from scorekeeper.cli.retired import retire_command, retired_option

RENAMED_COMMANDS = {
    "adopt": "set-shared",
    "copy": "copy-database",
    "let-in": "invite",
    "rebuild": "recompute",
    "tidy": "cleanup",
}
"""New names, by the old name of the command."""

for _old, _new in RENAMED_COMMANDS.items():
    retire_command(main, _old, f"Use `scorekeeper {_new}` instead.")


@main.command()
def upgrade() -> None:
    """Create or upgrade the database.

    Run it once per release, before the servers start.
    """
    from scorekeeper.config import Config
    from scorekeeper.server import upgrade

    with report_errors():
        print_lines(upgrade.upgrade(Config.from_environment()))


@main.command()
@click.option("--url", help="Check the server at this address instead.")
@click.pass_context
def health(context: click.Context, url: str | None) -> None:
    """Check that the running server works.

    The exit status is 0 if it does.
    """
    from scorekeeper.cli import health
    from scorekeeper.config import Config, read_public_url

    with report_errors():
        url = None if url is None else read_public_url("--url", url)
        is_ready, report = health.check_health(Config.from_environment(), url)
    click.echo(report)
    context.exit(0 if is_ready else 1)


@main.command()
@click.option("--renew", is_flag=True, help="Make a new code. The old one stops working.")
@click.option("--remove-phones", is_flag=True, help="Also remove every phone that has access.")
@retired_option("--new", is_flag=True, instead="Use --renew instead.")
@retired_option("--everybody-out", is_flag=True, instead="Use --remove-phones instead.")
def code(renew: bool, remove_phones: bool) -> None:
    """Print the home code and where to enter it."""
    from scorekeeper.cli import access
    from scorekeeper.config import Config

    if remove_phones and not renew:
        raise click.UsageError(
            "--remove-phones needs --renew, because the removed phones know the old code."
        )
    with report_errors():
        print_lines(
            access.show_code(Config.from_environment(), renew=renew, remove_phones=remove_phones)
        )


@main.command()
def scorebooks() -> None:
    """List the scorebooks."""
    from scorekeeper.cli import access
    from scorekeeper.config import Config

    with report_errors():
        print_lines(access.list_scorebooks(Config.from_environment()))


@main.command()
@click.argument("scorebook", required=False)
def invite(scorebook: str | None) -> None:
    """Print a link that adds one phone.

    To SCOREBOOK, a number or name, or to the shared one.
    """
    from scorekeeper.cli import access
    from scorekeeper.config import Config

    with report_errors():
        print_lines(access.invite(Config.from_environment(), scorebook))


@main.command()
@click.argument("scorebook")
def set_shared(scorebook: str) -> None:
    """Make SCOREBOOK the shared one."""
    from scorekeeper.cli import access
    from scorekeeper.config import Config

    with report_errors():
        print_lines(access.set_shared(Config.from_environment(), scorebook))


@main.command()
@click.option("--from", "source", required=True, metavar="URL", help="Database to copy from.")
@click.option(
    "--to", "target", required=True, metavar="URL", help="New or empty database to copy to."
)
def copy_database(source: str, target: str) -> None:
    """Copy everything to another database.

    From SQLite to PostgreSQL or back, all or nothing.
    """
    from scorekeeper.cli import maintenance
    from scorekeeper.config import read_database_url

    with report_errors():
        urls = read_database_url("--from", source), read_database_url("--to", target)
        print_lines(maintenance.copy_database(*urls))


@main.command()
@click.option("--yes", is_flag=True, help="Delete it. Without this, nothing changes.")
def cleanup(yes: bool) -> None:
    """Delete data nobody needs any more.

    Only lists it without --yes.
    """
    from scorekeeper.cli import maintenance

    with report_errors(), open_scorebooks(no_timeout=True) as (_, database):
        print_lines(maintenance.delete_expired(database, yes=yes))


@main.command()
@click.argument("scorebook")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
def erase(scorebook: str, file: Path, yes: bool) -> None:
    """Export SCOREBOOK to FILE, then erase it.

    This can't be undone.
    """
    from scorekeeper.cli import maintenance

    with report_errors(), open_scorebooks() as (_, database):
        print_lines(maintenance.erase(database, scorebook, file, yes=yes))


def print_lines(sentences: Iterable[str]) -> None:
    """Print the output of a command, line by line."""
    for sentence in sentences:
        click.echo(sentence)
