"""Commands about access: the home code, the list of scorebooks, one-time links."""

import logging

import click

from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.joining import codes, home_code, join_codes
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.cli.database import open_database, read_config, report_errors
from scorekeeper.config import Config
from scorekeeper.server import server_file
from scorekeeper.server.sockets import LOOPBACK
from scorekeeper.web.http import logs

LOG = logging.getLogger("scorekeeper.security")


@click.command()
@click.argument("scorebook", required=False)
@click.option("--renew", is_flag=True, help="Make a new home code. The old one stops working.")
@click.option(
    "--remove-phones",
    is_flag=True,
    help="Also remove every phone. Needs --renew or SCOREKEEPER_HOME_CODE; change that one before.",
)
@report_errors()
def code(scorebook: str | None, renew: bool, remove_phones: bool) -> None:
    """Print the home code, or a link for one phone.

    Without SCOREBOOK, prints the home code, which adds any phone. With SCOREBOOK, a number or name,
    prints a link that adds one phone to it.
    """
    config = read_config()
    if scorebook is not None:
        if renew or remove_phones:
            raise click.UsageError("--renew and --remove-phones can't have a SCOREBOOK.")
        _print_one_time_link(config, scorebook)
    elif config.hosted:
        raise ScorebookError(
            "A hosted server has no home code. Add a phone with `scorekeeper code SCOREBOOK`."
        )
    elif renew and config.home_code:
        raise ScorebookError(
            "The home code is set in SCOREKEEPER_HOME_CODE. Change it there, and restart the"
            " server."
        )
    elif remove_phones and not (renew or config.home_code):
        raise click.UsageError(
            "--remove-phones needs --renew, because the removed phones know the old code."
        )
    else:
        _print_home_code(config, renew=renew, remove_phones=remove_phones)


@click.command()
@click.option(
    "--share", metavar="SCOREBOOK", help="Make SCOREBOOK, a number or name, the shared one."
)
@report_errors()
def scorebooks(share: str | None) -> None:
    """List the scorebooks.

    Shows number, matches, last use, and name or players.
    """
    if share is not None:
        with open_database(read_config()) as database, database.write() as session:
            shared_scorebook.set_shared(session, shared_scorebook.find_by_name(session, share))
        click.echo("This is now the shared scorebook. The others stay with their phones.")
        return
    with open_database(read_config()) as database, database.read() as session:
        scorebooks = shared_scorebook.list_scorebooks(session)
    for one in scorebooks:
        name = one.name or ("Shared scorebook" if one.is_home else "")
        mark = "shared" if one.is_home else ""
        used = one.last_used.strftime("%Y-%m-%d") if one.last_used else "never"
        matches = "1 match" if one.matches == 1 else f"{one.matches} matches"
        players = ", ".join(one.players)
        click.echo(f"{one.id:>4}  {mark:6}  {matches:>12}  {used:10}  {name or players}")
    if not scorebooks:
        click.echo("There is no scorebook yet.")


def _print_one_time_link(config: Config, scorebook: str) -> None:
    with open_database(config) as database, database.write() as session:
        scorebook_id = shared_scorebook.find_by_name(session, scorebook)
        code = join_codes.create_by_host(session, scorebook_id)
    _print_link(config, code)
    click.echo("It adds one phone and works for 10 minutes.")


def _print_home_code(config: Config, *, renew: bool, remove_phones: bool) -> None:
    with open_database(config, create=True) as database:
        shared_scorebook.ensure_shared(database)
        code = (
            home_code.renew(config.home_code_file)
            if renew
            else home_code.load(config.home_code_file, config.home_code)
        )
        if remove_phones:
            with database.write() as session:
                right = shared_scorebook.find_owner_right(session)
                assert right is not None
                shared_scorebook.revoke_all_access(session, right.scorebook_id)
            logs.configure_logging(config.log)
            LOG.warning("done by the host: all phones were removed", extra={"event": "removal"})
            click.echo("All phones were removed.")
            if config.home_code:
                click.echo("If they know the home code below, change SCOREKEEPER_HOME_CODE.")
    click.echo(f"Home code: {codes.format_code(code)}\nAnyone who has this code can join.")
    _print_link(config, code)


def _print_link(config: Config, code: str) -> None:
    """Print the address of a code and its QR code; only the path if no server runs."""
    server = server_file.find_server(config.data)
    address = config.public_url or (server and next(iter(server.addresses), None))
    if address is not None:
        # It imports the whole app.
        from scorekeeper.server.server import draw_qr_code

        click.echo(f"{address}/in/{code}")
        if qr_code := draw_qr_code(f"{address}/in/{code}"):
            click.echo(qr_code)
    elif server is not None and server.host in LOOPBACK:
        click.echo(f"Only this computer can open it: http://localhost:{server.port}/in/{code}")
    else:
        if server is None:
            click.echo("No server is running. Start one with `scorekeeper`; it prints its address.")
        click.echo(f"Open on the server's address: /in/{code}")
