"""Whether the server of this data folder can do its work, as whatever restarts it asks."""

import http.client
import os
from urllib.parse import urlsplit

from scorekeeper.cli import running, sockets
from scorekeeper.config import Config

PATIENCE = 5.0
PAGES = ("/readyz", "/healthz")
"""The first that answers as a program does counts."""


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
    status, told = 0, ""
    try:
        for page in PAGES:
            connection = http.client.HTTPConnection(name)
            connection.sock = sockets.connected(host, port, PATIENCE)
            connection.request("GET", f"{folder}{page}", headers={"Host": name})
            answer = connection.getresponse()
            status, told = answer.status, answer.read().decode(errors="replace").strip()
            connection.close()
            if answer.headers.get_content_type() == "text/plain":
                break
    except (OSError, http.client.HTTPException) as error:
        return False, f"Nothing answers at {host} port {port} ({error})."
    return status == 200, told
