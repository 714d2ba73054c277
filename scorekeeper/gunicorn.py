"""How gunicorn serves the app: `gunicorn --config python:scorekeeper.gunicorn`.

Each can be said otherwise on gunicorn's command line, where it serves too: `--bind`.
"""

import os
from pathlib import Path
from typing import Any

from scorekeeper.server import server_file, sockets

SHARED_MEMORY = Path("/dev/shm")
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"

wsgi_app = "scorekeeper.wsgi:app"
workers = int(os.environ.get("WEB_CONCURRENCY") or 1)
worker_class = "gthread"
# More than may wait for the scorebook at once, so that others read meanwhile.
threads = 24
# Longer than proxies keep an idle one: no form meets a connection that is just being closed.
keepalive = 150
# Workers show here that they live: on a disk they would be taken for dead while it is slow.
worker_tmp_dir = str(SHARED_MEMORY) if SHARED_MEMORY.is_dir() else None
control_socket_disable = True
# Scheme, address and prefix come from SCOREKEEPER_PROXIES alone: gunicorn itself believes no one.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""


def on_starting(_server: Any) -> None:
    """Empty the folder in which the workers count together; end if metrics are on without one."""
    if not _has_metrics():
        return
    folder = os.environ.get(METRICS_FOLDER)
    if not folder:
        raise SystemExit(
            f"Error: with SCOREKEEPER_METRICS=1 gunicorn needs {METRICS_FOLDER}, a folder for its"
            f" workers' metrics: set it to {SHARED_MEMORY}/scorekeeper-metrics, for example."
        )
    for kind in ("counter", "gauge", "histogram"):
        for file in Path(folder).glob(f"{kind}_*.db"):
            file.unlink()


def child_exit(_server: Any, worker: Any) -> None:
    """Tell prometheus_client that a worker is gone."""
    if _has_metrics():
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)


def when_ready(server: Any) -> None:
    """Let the other commands know where it is served."""
    from scorekeeper.config import Config
    from scorekeeper.secret_key import ConfigError

    try:
        config = Config.from_environment()
    except ConfigError as error:
        server.log.error("not ready: %s", error)
        return
    at = sockets.address_of(server.LISTENERS[0].sock)
    server_file.register(config.data, at, [config.address] if config.address else [])


def on_exit(_server: Any) -> None:
    """Let them know that it is no more."""
    from scorekeeper.config import Config
    from scorekeeper.secret_key import ConfigError

    try:
        server_file.unregister(Config.from_environment().data)
    except ConfigError:
        return


def _has_metrics() -> bool:
    return os.environ.get("SCOREKEEPER_METRICS") == "1"
