"""The commands for hosts: upgrade, health, access and maintenance."""

from collections.abc import Iterable
from pathlib import Path

import click

from scorekeeper.cli.commands import main, open_scorebooks, report_errors


@main.command()
def upgrade() -> None:
    """Make the scorebook, or bring it up to date: once for each release, before servers start."""
    from scorekeeper.config import Config
    from scorekeeper.server import upgrade

    with report_errors():
        print_lines(upgrade.upgrade(Config.from_environment()))


@main.command()
@click.option("--url", help="Not the server that runs here, but the one at http://…")
@click.pass_context
def health(context: click.Context, url: str | None) -> None:
    """Say whether the server that runs here can do its work; the exit status says it, too."""
    from scorekeeper.cli import health
    from scorekeeper.config import Config, read_public_url

    with report_errors():
        url = read_public_url("--url", url or "")
        is_well, told = health.check_health(Config.from_environment(), url)
    click.echo(told)
    context.exit(0 if is_well else 1)


@main.command()
@click.option("--new", is_flag=True, help="Make a new one; the old one lets nobody in any more.")
@click.option("--everybody-out", is_flag=True, help="Let no phone be in that came by the old one.")
def code(new: bool, everybody_out: bool) -> None:
    """Print the house's code, and where a phone comes in by it."""
    from scorekeeper.cli import access
    from scorekeeper.config import Config

    if everybody_out and not new:
        raise click.UsageError("--everybody-out goes with --new: all know the old code.")
    with report_errors():
        print_lines(access.code(Config.from_environment(), new=new, everybody_out=everybody_out))


@main.command()
def scorebooks() -> None:
    """List the scorebooks: number, matches, when they were used last, and whose they are."""
    from scorekeeper.cli import access
    from scorekeeper.config import Config

    with report_errors():
        print_lines(access.scorebooks(Config.from_environment()))


@main.command()
@click.argument("scorebook", required=False)
def let_in(scorebook: str | None) -> None:
    """Print a link that lets one phone into SCOREBOOK, or into the house's."""
    from scorekeeper.cli import access
    from scorekeeper.config import Config

    with report_errors():
        print_lines(access.let_in(Config.from_environment(), scorebook))


@main.command()
@click.argument("scorebook")
def adopt(scorebook: str) -> None:
    """Make SCOREBOOK the shared one of this home."""
    from scorekeeper.cli import access
    from scorekeeper.config import Config

    with report_errors():
        print_lines(access.adopt(Config.from_environment(), scorebook))


@main.command()
@click.option("--from", "source", required=True, metavar="URL", help="Where the scores lie now.")
@click.option("--to", "target", required=True, metavar="URL", help="A new or empty database.")
def copy(source: str, target: str) -> None:
    """Copy everything into another database, from SQLite to PostgreSQL or back: all or nothing."""
    from scorekeeper.cli import maintenance
    from scorekeeper.config import read_database_url

    with report_errors():
        urls = read_database_url("--from", source), read_database_url("--to", target)
        print_lines(maintenance.copy(*urls))


@main.command()
@click.option("--yes", is_flag=True, help="Let it go; without it nothing is changed.")
def tidy(yes: bool) -> None:
    """Say what nobody needs any more, and with --yes let it go."""
    from scorekeeper.cli import maintenance

    with report_errors(), open_scorebooks(for_ever=True) as (_, database):
        print_lines(maintenance.tidy(database, yes=yes))


@main.command()
@click.argument("scorebook")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask before it is erased.")
def erase(scorebook: str, file: Path, yes: bool) -> None:
    """Write all matches of SCOREBOOK into the new FILE, then erase it: nothing brings it back."""
    from scorekeeper.cli import maintenance

    with report_errors(), open_scorebooks() as (_, database):
        print_lines(maintenance.erase(database, scorebook, file, yes=yes))


def print_lines(sentences: Iterable[str]) -> None:
    """Print the output of a command, line by line."""
    for sentence in sentences:
        click.echo(sentence)
