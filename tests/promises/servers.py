"""The real command, started, killed and stopped as a process of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.promises.browsers import Browser

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port")
PATIENCE = 20.0


@dataclass
class Server:
    """One scorebook and the process that serves it, which may die and come back."""

    data: Path
    database: str = ""
    command: tuple[str, ...] = COMMAND
    settings: Mapping[str, str] = field(default_factory=dict)
    port: int = 0
    name: str = "server"
    process: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        """Start the process; it may not answer yet."""
        self.port = self.port or free_port()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.command, str(self.port)],
                cwd=ROOT,
                env=environment(self.data, self.database) | dict(self.settings),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def start(self) -> None:
        """Start the process, unless it runs already, and wait until it answers."""
        if self.process is None or self.process.poll() is not None:
            self.launch()
        self.wait_until_it_answers()

    def wait_until_it_answers(self) -> None:
        """Wait until the process takes connections."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            assert self.running.poll() is None, self.log.read_text()
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.01)
        raise AssertionError(f"no answer within {PATIENCE} seconds: {self.log.read_text()}")

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send the process a signal, wait for its end and return its exit status."""
        self.running.send_signal(number)
        return self.running.wait(PATIENCE)

    def kill(self) -> None:
        """End the process at once, wherever it is."""
        self.stop(signal.SIGKILL)

    def run(self) -> str:
        """Run the process to its end, which is expected soon, and return what it printed."""
        self.launch()
        self.running.wait(PATIENCE)
        return self.log.read_text()

    def browser(self) -> Browser:
        """Return a browser that was never here."""
        return Browser(self.port)

    @property
    def running(self) -> subprocess.Popen[bytes]:
        """The process."""
        assert self.process is not None
        return self.process

    @property
    def log(self) -> Path:
        """What the process printed, over all its lives."""
        return self.data.with_name(f"{self.name}.log")

    @property
    def scorebook(self) -> Path:
        """The file of the scorebook."""
        return self.data / "scorebook.sqlite"


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    """Serve, and leave no process behind."""
    try:
        server.start()
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()


def environment(data: Path, database: str = "") -> dict[str, str]:
    """Return what the command is told of its surroundings."""
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "SCOREKEEPER_DATA": str(data),
        "SCOREKEEPER_DATABASE": database,
    }


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port
