"""Commands about access: the home code, the list of scorebooks, one-time links."""

import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager

import click

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.joining import codes, home_code, join_codes
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.config import Config
from scorekeeper.server import server_file
from scorekeeper.web.http import logs

LOG = logging.getLogger("scorekeeper.security")
NO_SERVER = "No server is running. Start one with `scorekeeper`; it prints its address."


def show_code(config: Config, *, renew: bool, remove_phones: bool) -> Iterator[str]:
    """Yield the output about the home code, after renewing it and removing all phones if asked."""
    if config.hosted:
        raise ScorebookError(
            "Hosted scorebooks have no home code. Add a phone with `scorekeeper invite SCOREBOOK`."
        )
    with _open_database(config) as database:
        shared_scorebook.ensure_shared(database, hosted=False, looks_hosted=config.looks_hosted)
        code = (home_code.renew if renew else home_code.load)(config.home_code_file)
        if remove_phones:
            with database.write() as session:
                right = shared_scorebook.find_owner_right(session)
                assert right is not None
                shared_scorebook.revoke_all_access(session, right.scorebook_id)
            logs.configure_logging(config.log)
            LOG.warning("done by the host: all phones were removed", extra={"event": "removal"})
            yield "All phones were removed."
    yield f"Home code: {codes.format_code(code)}"
    yield "Anyone who has this code can join."
    yield from _describe_link(config, code)


def list_scorebooks(config: Config) -> Iterator[str]:
    """Yield a line for each scorebook: number, mark, matches, last use, and name or players."""
    with _open_database(config) as database, database.read() as session:
        scorebooks = shared_scorebook.list_scorebooks(session)
    for one in scorebooks:
        name = one.name or ("Shared scorebook" if one.is_house else "")
        mark = "shared" if one.is_house else ""
        used = one.last_used.strftime("%Y-%m-%d") if one.last_used else "never"
        matches = "1 match" if one.matches == 1 else f"{one.matches} matches"
        players = ", ".join(one.players)
        yield f"{one.number:>4}  {mark:6}  {matches:>12}  {used:10}  {name or players}"
    if not scorebooks:
        yield "There is no scorebook yet."


def invite(config: Config, name: str | None) -> Iterator[str]:
    """Yield a one-time link to a scorebook; without a name, to the shared one."""
    with _open_database(config) as database, database.write() as session:
        if name is not None:
            scorebook_id = shared_scorebook.find_by_name(session, name)
        elif (right := shared_scorebook.find_owner_right(session)) is not None:
            scorebook_id = right.scorebook_id
        else:
            raise ScorebookError(
                "There is no shared scorebook. Give the number of one (see `scorekeeper"
                " scorebooks`)."
            )
        code = join_codes.create_by_host(session, scorebook_id)
    yield from _describe_link(config, code)
    yield "It adds one phone and works for 10 minutes."


def set_shared(config: Config, name: str) -> Iterator[str]:
    """Make a scorebook the shared one."""
    with _open_database(config) as database, database.write() as session:
        shared_scorebook.set_shared(session, shared_scorebook.find_by_name(session, name))
    yield "This is now the shared scorebook. The others stay with their phones."


def _describe_link(config: Config, code: str) -> Iterator[str]:
    """Yield the address of a code and its QR code; only the path if no server runs."""
    from scorekeeper.server.server import draw_qr_code

    server = server_file.find_server(config.data)
    address = config.public_url or (server and server.for_others)
    if server is None and config.public_url is None:
        yield NO_SERVER
        yield f"Open on the server's address: /in/{code}"
    elif address is None:
        assert server is not None
        yield f"Only this computer can open it: http://localhost:{server.port}/in/{code}"
    else:
        yield f"{address}/in/{code}"
        yield draw_qr_code(f"{address}/in/{code}")


@contextmanager
def _open_database(config: Config) -> Iterator[Database]:
    prepare(config.database_url, click.echo)
    with closing(Database(config.database_url)) as database:
        yield database
