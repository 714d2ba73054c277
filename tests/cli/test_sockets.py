"""`scorekeeper serve` at a Unix socket, and at sockets that systemd hands over."""

import fcntl
import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli import sockets
from scorekeeper.cli.health import health
from scorekeeper.config import Config
from tests.servers import COMMAND, PATIENCE, READY, environment

HANDED_OVER = """
import os, sys
for number, handed in enumerate(map(int, sys.argv[1].split(",")), start=3):
    os.dup2(handed, number)
    os.set_inheritable(number, True)
os.environ.update(LISTEN_FDS=str(len(sys.argv[1].split(","))), LISTEN_PID=str(os.getpid()))
serve = [sys.executable, "-m", "scorekeeper", "serve", "--no-browser", *sys.argv[2:]]
os.execv(sys.executable, serve)
"""
"""As systemd starts a service whose sockets it has bound."""


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose name leaves room: the path of a socket may have about 100 characters."""
    return tmp_path_factory.mktemp("s")


def asked(host: str, port: int = 0) -> tuple[int, str]:
    connection = http.client.HTTPConnection("localhost")
    connection.sock = sockets.connected(host, port, PATIENCE)
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, answer.headers["X-Frame-Options"]


def started(command: Sequence[str], data: Path, **options: Any) -> subprocess.Popen[str]:
    process: subprocess.Popen[str] = subprocess.Popen(
        command,
        env=environment(data),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )
    assert process.stdout is not None
    said = ""
    while not said.endswith(READY):
        line = process.stdout.readline()
        assert line, said
        said += line
    return process


def test_a_unix_socket_is_served_taken_over_and_taken_away(folder: Path) -> None:
    data, path = folder / "data", folder / "socket"
    serve = [*COMMAND, "serve", "--socket", str(path)]
    config = Config.from_environment({"SCOREKEEPER_DATA": str(data)})

    first = started(serve, data)
    second = subprocess.run(
        serve, env=environment(folder / "other"), capture_output=True, text=True, timeout=PATIENCE
    )
    assert asked(f"unix:{path}") == (200, "DENY")
    assert path.stat().st_mode & 0o777 == 0o666
    assert health(config, None)[0]
    first.kill()
    first.communicate(timeout=PATIENCE)
    again = started(serve, data)
    assert asked(f"unix:{path}") == (200, "DENY")
    again.send_signal(signal.SIGTERM)
    again.communicate(timeout=PATIENCE)

    assert second.returncode == 1
    assert f"The socket {path} is taken" in second.stderr
    assert again.returncode == 0
    assert not path.exists()


def test_a_socket_of_systemd_stays_whatever_the_command_says(folder: Path) -> None:
    path, listener = folder / "socket", socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen()
    with handed_over([listener]) as (_, numbers):
        command = [sys.executable, "-c", HANDED_OVER, str(numbers[0]), f"--socket={path}"]
        process = started(command, folder / "data", pass_fds=numbers)
        answer = asked(f"unix:{path}")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        assert path.exists()

    assert answer == (200, "DENY")


def test_a_socket_that_another_one_put_there_stays(folder: Path) -> None:
    path = folder / "socket"
    with sockets.listening("127.0.0.1", None, path, None):
        path.unlink()
        other = socket.socket(socket.AF_UNIX)
        other.bind(str(path))
    other.close()

    assert path.exists()


def test_all_sockets_that_systemd_hands_over_are_served(folder: Path) -> None:
    with handed_over([one_port(), one_port()]) as (listeners, numbers):
        command = [sys.executable, "-c", HANDED_OVER, ",".join(map(str, numbers))]
        process = started(command, folder / "data", pass_fds=numbers)
        answers = [asked(*listener.getsockname()) for listener in listeners]
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)

    assert answers == [(200, "DENY")] * 2
    assert process.returncode == 0


def test_ports_and_unix_sockets_are_not_taken_together(folder: Path) -> None:
    unix = socket.socket(socket.AF_UNIX)
    unix.bind(str(folder / "socket"))
    with handed_over([one_port(), unix]) as (_, numbers):
        ended = subprocess.run(
            [sys.executable, "-c", HANDED_OVER, ",".join(map(str, numbers))],
            env=environment(folder / "data"),
            pass_fds=numbers,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    assert ended.returncode == 1
    assert "hand over one kind" in ended.stderr


def one_port() -> socket.socket:
    return socket.create_server(("127.0.0.1", 0))


@contextmanager
def handed_over(
    listeners: Sequence[socket.socket],
) -> Iterator[tuple[Sequence[socket.socket], list[int]]]:
    """Yield sockets, and further numbers of theirs above those that are handed over."""
    numbers = [fcntl.fcntl(one.fileno(), fcntl.F_DUPFD, 20) for one in listeners]
    try:
        yield listeners, numbers
    finally:
        for number in numbers:
            os.close(number)
        for listener in listeners:
            listener.close()


def test_what_was_handed_over_to_another_process_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", "1")

    assert sockets.handed_over() == []
    assert "LISTEN_FDS" not in os.environ
