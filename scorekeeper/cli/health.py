"""The command `health`: a check of the running server, for service managers."""

import os
from contextlib import closing
from http.client import HTTPConnection, HTTPException

import click

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.readiness import find_problems
from scorekeeper.cli.database import read_config, report_errors
from scorekeeper.config import Config
from scorekeeper.server import server_file, sockets

TIMEOUT_SECONDS = 5.0
READY_PATH = "/readyz"


@click.command()
@report_errors()
def health() -> None:
    """Check that the running server works.

    The exit status is 0 if it does.
    """
    is_ready, report = check_health(read_config())
    if not is_ready:
        raise click.ClickException(report)
    click.echo(report)


def check_health(config: Config) -> tuple[bool, str]:
    """Check the local server; return whether it is ready, and a report.

    It is asked directly, without proxies. Its response gives no reasons, so this reads them from
    the database.
    """
    server = server_file.find_server(config.data)
    if server is None:
        return False, f"No server is running for the data folder {config.data}."
    is_ready, report = _request(server.host, server.port)
    if is_ready:
        return True, report
    with closing(Database(config.database_url)) as database:
        return False, "\n".join([report, *find_problems(database)])


def _request(host: str, port: int) -> tuple[bool, str]:
    try:
        # The host name localhost is always trusted.
        with closing(HTTPConnection("localhost")) as connection:
            connection.sock = sockets.connect(host, port, TIMEOUT_SECONDS)
            # gunicorn reads the path prefix from SCRIPT_NAME.
            connection.request("GET", f"{os.environ.get('SCRIPT_NAME', '')}{READY_PATH}")
            response = connection.getresponse()
            report = response.read().decode(errors="replace").strip()
    except (OSError, HTTPException) as error:
        reason = getattr(error, "strerror", None) or error
        return False, f"No response from {host} port {port} ({reason})."
    return response.status == 200, report
