"""The two servers that are compared, each in a process of its own."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]


@dataclass
class Server:
    """A server that has answered once, and how many seconds that took from its start."""

    process: subprocess.Popen[bytes]
    port: int
    start: float

    @property
    def memory(self) -> float:
        """The memory it holds, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


@contextmanager
def floor(folder: Path) -> Iterator[Server]:
    """Run the floor."""
    port = _free_port()
    with _running(["-m", "benchmarks.floor", str(folder), str(port)], port, folder) as server:
        yield server


@contextmanager
def scorekeeper(folder: Path) -> Iterator[Server]:
    """Run the real app on the scorebook in a folder."""
    port = _free_port()
    arguments = ["-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with _running(arguments, port, folder) as server:
        yield server


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def _running(arguments: list[str], port: int, folder: Path) -> Iterator[Server]:
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "SCOREKEEPER_DATA": str(folder)}
    environment.pop("SCOREKEEPER_DATABASE", None)
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments], env=environment, cwd=folder, stdout=subprocess.DEVNULL
    )
    try:
        _wait_for_answer(port, process)
        yield Server(process, port, time.perf_counter() - begun)
    finally:
        process.terminate()
        process.wait(20)


def _wait_for_answer(port: int, process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        connection = HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            connection.request("GET", "/")
            if connection.getresponse().status == 200:
                return
        except ConnectionError:
            time.sleep(0.002)
        finally:
            connection.close()
    raise RuntimeError(f"the server ended with status {process.returncode}")
