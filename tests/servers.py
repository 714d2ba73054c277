"""Runs the real command in its own process, which tests start, stop and kill."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from tests.clients import Browser
from tests.forked import Forked, can_fork, fork

ROOT = Path(__file__).parents[1]
COMMAND = (sys.executable, "-m", "scorekeeper")
ON_THIS_MACHINE = ("serve", "--host", "127.0.0.1", "--port", "0")
READY = "Press Ctrl-C to stop.\n"
"""The last line the command prints before it accepts requests."""
PATIENCE = 120.0
"""Seconds to wait for a process to start or end; less than pytest waits for a test."""
NUMBERS = count(1)
NOWHERE = Path("/nowhere")
Process = subprocess.Popen[bytes] | Forked


class Server:
    """A data folder and the process that serves it, which tests may restart."""

    def __init__(
        self,
        data: Path,
        *arguments: str,
        command: Sequence[str] = COMMAND,
        patience: float = PATIENCE,
        **settings: str,
    ) -> None:
        self.data = data
        self.command = [*command, *arguments]
        self.settings = settings
        self.patience = patience
        self.log = data.with_name(f"{data.name}.{next(NUMBERS)}.log")
        self.process: Process | None = None
        self._came_back_at: list[str] = []
        self._read = 0

    def launch(self) -> None:
        self._read = len(self.printed)
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            command = [*self.command, *self._came_back_at]
            self.process = start(command, self.data, log, log, **self.settings)

    def start(self) -> None:
        """Start the process unless it is running, and wait until it accepts requests."""
        if self.process is None or self.process.poll() is not None:
            self.launch()
        deadline = time.monotonic() + self.patience
        while READY not in self.output:
            assert self.running.poll() is None, f"it exited at the start:\n{self.output}"
            assert time.monotonic() < deadline, f"it doesn't accept requests:\n{self.output}"
            time.sleep(0.01)
        # A restarted server has the same address.
        self._came_back_at = ["--port", str(self.port)]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send the process a signal, wait for its end and return its exit status."""
        self.running.send_signal(number)
        return self.running.wait(self.patience)

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def browser(self) -> Browser:
        return Browser(self.port)

    def found(self, pattern: str) -> str:
        """Return the first match of a pattern in the output since the last start."""
        found = re.search(pattern, self.output)
        assert found is not None, self.output
        return found[0]

    @property
    def running(self) -> Process:
        assert self.process is not None
        return self.process

    @property
    def port(self) -> int:
        return int(self.found(r"http://\S+").rpartition(":")[2])

    @property
    def printed(self) -> str:
        """The output since its first start, errors included."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    @property
    def output(self) -> str:
        """The output since its last start."""
        return self.printed[self._read :]

    @property
    def serving_output(self) -> str:
        """The output since it accepts requests."""
        return self.output.partition(READY)[2]

    @property
    def scorebook(self) -> Path:
        return self.data / "scorebook.sqlite"

    @property
    def database(self) -> str:
        """The URL of its database; empty for the default file."""
        return self.settings.get("SCOREKEEPER_DATABASE_URL", "")


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    """Run a server; stop it at the end."""
    try:
        server.start()
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()


def start(
    command: Sequence[str], data: Path, out: IO[Any], err: IO[Any], **settings: str
) -> Process:
    variables = environment(data, **settings)
    if tuple(command[:3]) == COMMAND and can_fork(variables):
        return fork(command[1:], variables, data.parent, out, err)
    return subprocess.Popen(
        command, cwd=data.parent, env=variables, stdin=subprocess.DEVNULL, stdout=out, stderr=err
    )


def run(
    data: Path, *arguments: str, command: Sequence[str] = COMMAND, **settings: str
) -> subprocess.CompletedProcess[str]:
    whole = [*command, *arguments]
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        status = start(whole, data, out, err, **settings).wait(PATIENCE)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(whole, status, out.read(), err.read())


def start_python(*arguments: object, out: IO[Any] | None = None, **settings: str) -> Forked:
    """Start a program with Python's arguments, in a process that has imported the scorekeeper."""
    with open(os.devnull, "wb") as nothing:
        seen = out or nothing
        return fork(arguments, environment(NOWHERE, **settings), NOWHERE.parent, seen, seen)


def run_python(*arguments: object, times: int = 1, **settings: str) -> list[str]:
    """Run a program this many times at once; return what each of them prints."""
    with ExitStack() as stack:
        outputs = [stack.enter_context(TemporaryFile("w+")) for _ in range(times)]
        started = [start_python(*arguments, out=out, **settings) for out in outputs]
        ended = [process.wait(PATIENCE) for process in started]
        for out in outputs:
            out.seek(0)
        printed = [out.read() for out in outputs]
        assert ended == [0] * times, printed
        return printed


def environment(data: Path, **settings: str) -> dict[str, str]:
    """Return the environment of a process with this data folder."""
    own = {name: value for name, value in os.environ.items() if "SCOREKEEPER" not in name}
    # Without this, a hundred processes would each compile the whole program.
    own.pop("PYTHONDONTWRITEBYTECODE", None)
    return {
        **own,
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "error",
        "SCOREKEEPER_DATA": str(data),
        "SCOREKEEPER_RATE_LIMITS": "unlimited",
        "SCOREKEEPER_QUOTAS": "unlimited",
        # Hosted, as most tests need; tests at home set it themselves.
        "SCOREKEEPER_HOSTED": "1",
        **settings,
    }
