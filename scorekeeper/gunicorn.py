"""The gunicorn configuration: `gunicorn --config python:scorekeeper.gunicorn`.

Options on gunicorn's command line override it; `--bind` sets the address.
"""

import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from scorekeeper.config import Config, ConfigError
from scorekeeper.server import memory, server_file, sockets
from scorekeeper.web.http.logs import redact_record

SHARED_MEMORY = Path("/dev/shm")

wsgi_app = "scorekeeper.wsgi:app"
workers = int(os.environ.get("WEB_CONCURRENCY") or 1)
worker_class = "gthread"
# More than the requests that may wait for the database, so that others can still read. Python's
# threads take turns, so more of them only take longer.
threads = 12
# Longer than the idle timeout of proxies, so that no request meets a closing connection.
keepalive = 150
# For the workers' heartbeat files: on a slow disk, workers would be taken for dead.
worker_tmp_dir = str(SHARED_MEMORY) if SHARED_MEMORY.is_dir() else None
control_socket_disable = True
# The app itself reads the headers of trusted proxies; gunicorn must trust none.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""


def on_starting(_server: Any) -> None:
    """Exit if a setting can't be used; prepare the workers' memory and logs."""
    memory.share_memory()
    # Also if the host has an access log written.
    for name in ("gunicorn.access", "gunicorn.error"):
        logging.getLogger(name).addFilter(redact_record)
    try:
        Config.from_environment(new_key=False)
    except (ConfigError, OSError) as error:
        raise SystemExit(f"Error: {error}") from None


def when_ready(server: Any) -> None:
    """Register the address in the server file."""
    try:
        config = Config.from_environment()
    except ConfigError as error:
        server.log.error("not ready: %s", error)
        return
    address = sockets.address_of(server.LISTENERS[0].sock)
    server_file.register(config.data, address, [config.public_url] if config.public_url else [])


def on_exit(_server: Any) -> None:
    """Remove the address from the server file."""
    with suppress(ConfigError):
        server_file.unregister(Config.from_environment().data)
