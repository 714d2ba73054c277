"""Whether the server of this data folder can do its work, as whatever restarts it asks."""

import http.client
import os
from contextlib import closing
from urllib.parse import urlsplit

from scorekeeper.cli import running, sockets
from scorekeeper.config import Config

PATIENCE = 5.0
PAGE = "/readyz"


def health(config: Config, url: str | None) -> tuple[bool, str]:
    """Ask the server that runs, or the one at an address; return whether it is well, and its words.

    It is asked past all proxies, by the name of this machine.
    """
    if url is not None:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        return _asked(parts.hostname or "", port, parts.path.rstrip("/"), parts.netloc)
    server = running.found(config.data)
    if server is None:
        return False, f"No server runs on the data folder {config.data}."
    # gunicorn lays the program into this folder by itself.
    return _asked(server.host, server.port, os.environ.get("SCRIPT_NAME", ""), "localhost")


def _asked(host: str, port: int, folder: str, name: str) -> tuple[bool, str]:
    try:
        with closing(http.client.HTTPConnection(name)) as connection:
            connection.sock = sockets.connected(host, port, PATIENCE)
            connection.request("GET", f"{folder}{PAGE}", headers={"Host": name})
            answer = connection.getresponse()
            told = answer.read().decode(errors="replace").strip()
    except (OSError, http.client.HTTPException) as error:
        return False, f"Nothing answers at {host} port {port} ({error})."
    return answer.status == 200, told
