"""The workers of a server: where they count, under which number, and at which port it is asked.

gunicorn calls these where its file of settings names them; nothing of the program is loaded here.
"""

import os
import re
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

OPEN = "open"
"""What the setting says where the figures are told at the address of the pages."""
THIS_MACHINE = "127.0.0.1"
FOLDER, NUMBER = "PROMETHEUS_MULTIPROC_DIR", "SCOREKEEPER_WORKER"
"""Where the workers of one server count together, and which of them this process is."""


def place_of_figures(value: str) -> tuple[str, int] | None:
    """Return the address and port at which the figures are asked, None where they have none.

    Raises ValueError for what is no such place.
    """
    if value in ("", OPEN):
        return None
    found = re.fullmatch(r"(?:([\w.-]+|\[[0-9a-fA-F:]+\]):)?([0-9]{1,5})", value, re.ASCII)
    if found is None or not 0 < int(found[2]) < 2**16:
        raise ValueError(value)
    return (found[1] or THIS_MACHINE).strip("[]"), int(found[2])


def arrived_at(environ: Mapping[str, Any]) -> int | None:
    """Return the port at which a request arrived, where the server lets us see for ourselves.

    What is said of it elsewhere may stand in the request, or come from a proxy.
    """
    connection = environ.get("gunicorn.socket")
    address = connection.getsockname() if connection is not None else None
    return int(address[1]) if isinstance(address, tuple) else None


def is_for_figures(environ: Mapping[str, Any]) -> bool:
    """Whether a request came to the port at which the figures are told, and nothing else is."""
    try:
        place = place_of_figures(os.environ.get("SCOREKEEPER_METRICS", ""))
    except ValueError:  # said where all settings are read
        return False
    return place is not None and arrived_at(environ) == place[1]


def count_together() -> None:
    """Let the workers count in one folder, which has to be known before the app is loaded."""
    if _is_counted():
        os.environ.setdefault(FOLDER, f"/dev/shm/scorekeeper-{os.getuid()}")


def on_starting(_server: Any) -> None:
    """Let the workers count from nothing."""
    if not _is_counted():
        return
    folder = Path(os.environ[FOLDER])
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise SystemExit(f"Error: {folder} is somebody else's: give {FOLDER} a folder of our own.")
    for file in folder.glob("*.db"):
        file.unlink()


def listen_for_figures(server: Any, value: str) -> None:
    """Listen at the port of the figures, too; end where the pages are to be served there."""
    place = place_of_figures(value)
    # Who takes over from a server that runs is handed its sockets, and this one with them.
    if place is None or server.master_pid:
        return
    names = [listener.getsockname() for listener in server.LISTENERS]
    if place[1] in [name[1] for name in names if isinstance(name, tuple)]:
        raise SystemExit(
            f"Error: the pages are served at port {place[1]}:"
            " give SCOREKEEPER_METRICS one of its own."
        )
    from gunicorn.sock import TCP6Socket, TCPSocket

    kind = TCP6Socket if ":" in place[0] else TCPSocket
    server.LISTENERS.append(kind(place, server.cfg, server.log))


def pre_fork(server: Any, worker: Any) -> None:
    """Give a worker its number: who comes for one that died counts on where that one ended."""
    taken = {other.number for other in server.WORKERS.values()}
    worker.number = next(number for number in count(1) if number not in taken)


def post_fork(_server: Any, worker: Any) -> None:
    """Know its number in the worker itself."""
    os.environ[NUMBER] = str(worker.number)


def child_exit(_server: Any, worker: Any) -> None:
    """Forget what a worker that died was just doing."""
    if _is_counted():
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.number)


def number(environment: Mapping[str, str] = os.environ) -> str:
    """Return which of the workers this process is: no other one that runs has the same."""
    return environment.get(NUMBER) or str(os.getpid())


def _is_counted() -> bool:
    return os.environ.get("SCOREKEEPER_METRICS", "") != ""
