"""Servers that serve the app until the end of a block."""

import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import randrange

from scorekeeper.book.maintenance.schema import prepare
from tests.servers import PATIENCE, Server

Command = Callable[[int], list[str]]


def gunicorn(*arguments: str) -> Command:
    """Return a gunicorn command with our configuration and extra options."""
    settings = ["--config", "python:scorekeeper.gunicorn"]
    return lambda port: [
        sys.executable, "-m", "gunicorn", *settings, f"--bind=127.0.0.1:{port}", *arguments
    ]  # fmt: skip


COMMANDS: Mapping[str, Command] = {
    "gunicorn, sync": gunicorn("--worker-class=sync", "--threads=1", "--workers=3", "--preload"),
    "gunicorn, gthread": gunicorn("--workers=2", "--threads=12", "--preload"),
}


@contextmanager
def hosting(command: Command, data: Path, **settings: str) -> Iterator[tuple[Server, int]]:
    """Serve a prepared scorebook at a free port; stop the server at the end."""
    port = free_port()
    server = Server(data, command=command(port), **settings)
    server.launch()
    try:
        wait_for_answer(server, port)
        yield server, port
    finally:
        server.running.send_signal(signal.SIGTERM)
        server.running.wait(PATIENCE)


def upgraded(data: Path, database: str = "") -> None:
    data.mkdir()
    prepare(database or f"sqlite:///{data}/scorebook.sqlite")


def free_port() -> int:
    """Return a free port outside the range of outgoing connections."""
    with socket.create_server(("127.0.0.1", randrange(10_000, 20_000))) as listener:
        port: int = listener.getsockname()[1]
        return port


def wait_for_answer(server: Server, port: int, path: str = "/healthz") -> None:
    deadline = time.monotonic() + PATIENCE
    while server.running.poll() is None and time.monotonic() < deadline:
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            connection.getresponse().read()
        except OSError:
            time.sleep(0.05)
        else:
            return
        finally:
            connection.close()
    raise AssertionError(f"it doesn't respond:\n{server.output}")
