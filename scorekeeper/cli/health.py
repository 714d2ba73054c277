"""The command `health`: a check of the running server, for service managers."""

import os
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ssl import SSLCertVerificationError
from urllib.parse import urlsplit

import click

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.readiness import find_problems
from scorekeeper.cli.database import read_config, report_errors
from scorekeeper.config import Config, read_public_url
from scorekeeper.server import server_file, sockets

TIMEOUT_SECONDS = 5.0
READY_PATH = "/readyz"


@click.command()
@click.option("--url", metavar="URL", help="Check the server at this address instead.")
@report_errors()
def health(url: str | None) -> None:
    """Check that the running server works.

    The exit status is 0 if it does.
    """
    url = None if url is None else read_public_url("--url", url)
    is_ready, report = check_health(read_config(), url)
    if not is_ready:
        raise click.ClickException(report)
    click.echo(report)


def check_health(config: Config, url: str | None) -> tuple[bool, str]:
    """Check the local server, or the one at `url`; return whether it is ready, and a report.

    The local server is asked directly, without proxies. Its response gives no reasons, so this
    reads them from the database.
    """
    if url is not None:
        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=TIMEOUT_SECONDS)
        return _request(connection, parts.netloc, parts.path.rstrip("/"))
    server = server_file.find_server(config.data)
    if server is None:
        return False, f"No server is running for the data folder {config.data}."
    place = f"{server.host} port {server.port}"
    # gunicorn reads the path prefix from SCRIPT_NAME.
    connection = LocalConnection(server.host, server.port)
    is_ready, report = _request(connection, place, os.environ.get("SCRIPT_NAME", ""))
    if is_ready:
        return True, report
    with closing(Database(config.database_url)) as database:
        return False, "\n".join([report, *find_problems(database)])


class LocalConnection(HTTPConnection):
    """A connection to a local socket, with the host name localhost, which is always trusted."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__("localhost")
        self.place = host, port

    def connect(self) -> None:
        """Connect to a port or a Unix socket."""
        self.sock = sockets.connect(*self.place, TIMEOUT_SECONDS)


def _request(connection: HTTPConnection, place: str, prefix: str) -> tuple[bool, str]:
    try:
        with closing(connection):
            connection.request("GET", f"{prefix}{READY_PATH}")
            response = connection.getresponse()
            report = response.read().decode(errors="replace").strip()
    except SSLCertVerificationError as error:
        return False, (
            f"The certificate of {place} is not trusted ({error.verify_message}). If you made it"
            " yourself, set SSL_CERT_FILE to its file."
        )
    except (OSError, HTTPException) as error:
        reason = getattr(error, "strerror", None) or error
        return False, f"No response from {place} ({reason})."
    return response.status == 200, report
