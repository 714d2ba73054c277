"""Starts programs in processes forked from one that has imported the scorekeeper.

Each is a process of its own, without the seconds of processor time that many imports add up to.
`python -m tests.forked` is the one that forks.
"""

import atexit
import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from multiprocessing.connection import wait
from pathlib import Path
from typing import IO, Any

IMPORTED = (
    *("alembic.command", "filelock", "scorekeeper.cli", "scorekeeper.web.routes"),
    *(f"scorekeeper.cli.{name}" for name in ("access", "health", "maintenance")),
    *(f"scorekeeper.cli.{name}" for name in ("scoring", "serving", "transfer")),
)
IF_INSTALLED = ("psycopg", "sqlalchemy.dialects.postgresql.psycopg")
OURS = ("SCOREKEEPER_", "PYTEST_")
"""Variables that nothing reads while it is imported; others may change how Python starts."""


class Forked:
    """A process, with what tests need of `subprocess.Popen`."""

    def __init__(self, reports: IO[bytes]) -> None:
        self._reports = reports
        self.pid = int(reports.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not wait([self._reports], timeout):
                raise subprocess.TimeoutExpired("a forked program", timeout or 0)
            with self._reports:
                self.returncode = int(self._reports.readline())
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


def can_fork(variables: Mapping[str, str]) -> bool:
    """Whether a program with these environment variables may be forked, as if it were started.

    Benchmarks measure real starts, and memory that is shared with nobody.
    """
    # The forking process takes orders as whole packets, which only Linux passes on.
    is_tested = "PYTEST_VERSION" in os.environ and sys.platform == "linux"
    return is_tested and _inherited(variables) == _inherited(_start_forking()[1])


def fork(
    arguments: Sequence[object], variables: Mapping[str, str], cwd: Path, out: IO[Any], err: IO[Any]
) -> Forked:
    """Start Python with these arguments, the first of which is -m, -c or a file."""
    reading, writing = os.pipe()
    order = json.dumps([list(map(str, arguments)), dict(variables), str(cwd)]).encode()
    socket.send_fds(_start_forking()[0], [order], [out.fileno(), err.fileno(), writing])
    os.close(writing)
    return Forked(open(reading, "rb", buffering=0))


def _inherited(variables: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in variables.items() if not name.startswith(OURS)}


@cache
def _start_forking() -> tuple[socket.socket, dict[str, str]]:
    from tests.servers import environment

    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    variables = environment(Path())
    command = [sys.executable, "-m", "tests.forked", str(theirs.fileno())]
    process = subprocess.Popen(
        command, env=variables, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()]
    )
    theirs.close()

    def stop() -> None:
        ours.close()
        process.wait()

    atexit.register(stop)
    return ours, variables


def _become_a_program(orders: socket.socket) -> None:
    """Fork for each order, until nobody can give one; return in each new process."""
    while True:
        order, descriptors, _, _ = socket.recv_fds(orders, 1 << 20, 3)
        # A process that was waited for counts in the processor time of this one.
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        if not order:
            sys.exit()
        if os.fork() == 0:
            break
        for descriptor in descriptors:
            os.close(descriptor)
    # This process reports how the program ends.
    out, err, reports = descriptors
    if program := os.fork():
        os.write(reports, f"{program}\n".encode())
        ended = os.waitpid(program, 0)[1]
        os.write(reports, f"{os.waitstatus_to_exitcode(ended)}\n".encode())
        os._exit(0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    orders.close()
    for descriptor in descriptors:
        os.close(descriptor)
    arguments, variables, cwd = json.loads(order)
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(cwd)
    sys.argv = arguments


def _run() -> None:
    """Run the program that the arguments name, as Python would."""
    match sys.argv:
        case ["-m", module, *_]:
            del sys.argv[0]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case ["-c", code, *_]:
            sys.argv.remove(code)
            exec(code, {"__name__": "__main__"})
        case [file, *_]:
            runpy.run_path(file, run_name="__main__")


if __name__ == "__main__":
    for name in IMPORTED:
        import_module(name)
    with suppress(ModuleNotFoundError):
        for name in IF_INSTALLED:
            import_module(name)
    gc.freeze()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _become_a_program(socket.socket(fileno=int(sys.argv[1])))
    _run()
