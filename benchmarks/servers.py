"""Runs the floor and the app, each in its own process."""

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

from benchmarks.processes import memory
from tests import servers
from tests.hosting.hosts import free_port


@dataclass
class Server:
    """A running server, and the seconds from its start to its first response."""

    process: servers.Server
    port: int
    start: float

    @property
    def memory(self) -> float:
        """The memory of the server in MB."""
        return memory(self.process.running.pid)


@contextmanager
def floor(folder: Path) -> Iterator[Server]:
    """Run the floor."""
    port = free_port()
    command = (sys.executable, "-m", "benchmarks.baseline", str(folder), str(port))
    with _running(servers.Server(folder, command=command, **compiled(folder)), port) as server:
        yield server


@contextmanager
def scorekeeper(folder: Path) -> Iterator[Server]:
    """Run the real app on the scorebook in a folder."""
    port = free_port()
    arguments = ("serve", "--host", "127.0.0.1", "--port", str(port))
    with _running(servers.Server(folder, *arguments, **compiled(folder)), port) as server:
        yield server


def compiled(folder: Path) -> dict[str, str]:
    """Return the settings to start with compiled bytecode, as an installed program does."""
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder.parent / "compiled")}


@contextmanager
def _running(process: servers.Server, port: int) -> Iterator[Server]:
    begun = time.perf_counter()
    process.launch()
    try:
        _wait_for_answer(process, port)
        yield Server(process, port, time.perf_counter() - begun)
    finally:
        process.stop(signal.SIGTERM)


def _wait_for_answer(process: servers.Server, port: int) -> None:
    # The floor logs nothing, so a response counts instead.
    while process.running.poll() is None:
        connection = HTTPConnection("127.0.0.1", port, timeout=servers.PATIENCE)
        try:
            connection.request("GET", "/")
            if connection.getresponse().status == 200:
                return
        except ConnectionError:
            time.sleep(0.002)
        finally:
            connection.close()
    raise RuntimeError(f"the server exited at the start:\n{process.output}")
