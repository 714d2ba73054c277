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
NO_SERVER = "No server runs; `scorekeeper` starts one, and says its address."
CODE_LETS_IN = "Whoever has this code is in."
WORKS_ONCE = "It lets one phone in, within 10 minutes."


def code(config: Config, *, new: bool, everybody_out: bool) -> Iterator[str]:
    """Yield the output about the home code, after renewing it and removing all phones if asked."""
    if config.hosted:
        raise ScorebookError(
            "Hosted scorebooks have no code of a house: `scorekeeper let-in SCOREBOOK` lets a"
            " phone into one."
        )
    with _open_database(config) as database:
        shared_scorebook.ensure_shared(database, hosted=False, looks_hosted=config.looks_hosted)
        found = (
            home_code.renew(config.home_code_file) if new else home_code.load(config.home_code_file)
        )
        if everybody_out:
            with database.write() as session:
                right = shared_scorebook.find_owner_right(session)
                assert right is not None
                shared_scorebook.revoke_all_access(session, right.scorebook_id)
            logs.configure_logging(config.log)
            LOG.warning("done by the host: all phones were removed", extra={"event": "removal"})
            yield "No phone is in any more."
    yield f"The house's code: {codes.format_code(found)}"
    yield CODE_LETS_IN
    yield from _describe_link(config, found)


def scorebooks(config: Config) -> Iterator[str]:
    """Yield a line for each scorebook: number, mark, matches, last use, and name or players."""
    with _open_database(config) as database, database.read() as session:
        found = shared_scorebook.list_scorebooks(session)
    for one in found:
        name = one.name or ("The house's scorebook" if one.is_house else "")
        mark = "house" if one.is_house else ""
        used = one.last_used.strftime("%Y-%m-%d") if one.last_used else "never"
        people = ", ".join(one.players)
        matches = "1 match" if one.matches == 1 else f"{one.matches} matches"
        yield f"{one.number:>4}  {mark:5}  {matches:>12}  {used:10}  {name or people}"
    if not found:
        yield "There is no scorebook yet."


def let_in(config: Config, named: str | None) -> Iterator[str]:
    """Yield a one-time link to a scorebook; without a name, to the shared one."""
    with _open_database(config) as database, database.write() as session:
        if named is not None:
            scorebook_id = shared_scorebook.find_by_name(session, named)
        elif (right := shared_scorebook.find_owner_right(session)) is not None:
            scorebook_id = right.scorebook_id
        else:
            raise ScorebookError(
                "No scorebook is the house's: say into which one, by a number that"
                " `scorekeeper scorebooks` lists."
            )
        made = join_codes.create_by_host(session, scorebook_id)
    yield from _describe_link(config, made)
    yield WORKS_ONCE


def adopt(config: Config, named: str) -> Iterator[str]:
    """Make a scorebook the shared one."""
    with _open_database(config) as database, database.write() as session:
        shared_scorebook.set_shared(session, shared_scorebook.find_by_name(session, named))
    yield "It is the house's scorebook now; the others stay with their phones."


def _describe_link(config: Config, letters: str) -> Iterator[str]:
    """Yield the address of a code and its QR code; only the path if no server runs."""
    from scorekeeper.server.server import draw_qr_code

    server = server_file.find_server(config.data)
    address = config.public_url or (server and server.for_others)
    if server is None and config.public_url is None:
        yield NO_SERVER
        yield f"Behind its address comes /in/{letters}"
    elif address is None:
        assert server is not None
        yield f"Only this machine can open it: http://localhost:{server.port}/in/{letters}"
    else:
        yield f"{address}/in/{letters}"
        yield draw_qr_code(f"{address}/in/{letters}")


@contextmanager
def _open_database(config: Config) -> Iterator[Database]:
    prepare(config.database_url, click.echo)
    with closing(Database(config.database_url)) as database:
        yield database
