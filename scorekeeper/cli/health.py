"""The health check of the server on this data folder, for service managers."""

import os
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.readiness import find_problems
from scorekeeper.config import Config
from scorekeeper.server import server_file, sockets

TIMEOUT_SECONDS = 5.0
READY_PATH = "/readyz"


def check_health(config: Config, url: str | None) -> tuple[bool, str]:
    """Check the local server, or the one at `url`; return whether it is ready, and a report.

    The local server is asked directly, without proxies. Its response gives no reasons, so this
    reads them from the database.
    """
    if url is not None:
        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        asking = kind(parts.hostname or "", parts.port, timeout=TIMEOUT_SECONDS)
        return _request(asking, parts.netloc, parts.path.rstrip("/"))
    server = server_file.find_server(config.data)
    if server is None:
        return False, f"No server is running for the data folder {config.data}."
    place = f"{server.host} port {server.port}"
    # gunicorn reads the path prefix from SCRIPT_NAME.
    is_well, told = _request(
        LocalConnection(server.host, server.port), place, os.environ.get("SCRIPT_NAME", "")
    )
    if is_well:
        return True, told
    with closing(Database(config.database_url)) as database:
        return False, "\n".join([told, *find_problems(database)])


class LocalConnection(HTTPConnection):
    """A connection to a local socket, with the host name localhost, which is always trusted."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__("localhost")
        self.place = host, port

    def connect(self) -> None:
        """Connect to a port or a Unix socket."""
        self.sock = sockets.connect(*self.place, TIMEOUT_SECONDS)


def _request(asking: HTTPConnection, place: str, folder: str) -> tuple[bool, str]:
    try:
        with closing(asking):
            asking.request("GET", f"{folder}{READY_PATH}")
            answer = asking.getresponse()
            told = answer.read().decode(errors="replace").strip()
    except (OSError, HTTPException) as error:
        return False, f"No response from {place} ({error})."
    return answer.status == 200, told
