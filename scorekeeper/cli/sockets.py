"""Where the program listens: a port of the machine, a Unix socket, or what systemd handed over."""

import errno
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import click

USUAL_PORTS = range(8000, 8100)
WAITING = 1024
"""Connections that may wait to be accepted."""
UNIX = "unix:"
"""How the place of a Unix socket begins, where others have the name of a host."""
FIRST_HANDED_OVER = 3


class NoAddress(click.ClickException):
    """There is no serving at this address; the message says why."""


@dataclass(frozen=True)
class Listening:
    """What is listened at; of a Unix socket, the host is `unix:` and its path, and the port 0."""

    sockets: Sequence[socket.socket]
    host: str
    port: int

    @property
    def is_port(self) -> bool:
        """Whether browsers reach it, and each by an address of its own."""
        return self.port != 0


@contextmanager
def listening(
    host: str, port: int | None, path: Path | None, last: int | None
) -> Iterator[Listening]:
    """Listen at what systemd handed over, else at a Unix socket's path, else at a port."""
    with ExitStack() as stack:
        if given := handed_over():
            found = Listening(given, *place(given[0]))
        elif path is not None:
            found = Listening([_at_path(path)], f"{UNIX}{path.absolute()}", 0)
        else:
            listener = _at_port(host, port, last)
            found = Listening([listener], host, listener.getsockname()[1])
        for listener in found.sockets:
            stack.enter_context(listener)
        if path is not None and not given:
            # Before it is closed: after that, its number may be another one's.
            stack.enter_context(_taken_away(path))
        yield found


def connected(host: str, port: int, patience: float) -> socket.socket:
    """Return a connection to a place of this machine."""
    if not host.startswith(UNIX):
        # Who listens everywhere is reached here, too.
        here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        return socket.create_connection((here, port), timeout=patience)
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(patience)
    try:
        connection.connect(host.removeprefix(UNIX))
    except OSError:
        connection.close()
        raise
    return connection


def handed_over() -> list[socket.socket]:
    """Take the sockets that systemd listens at for this very process, if it does."""
    count = os.environ.pop("LISTEN_FDS", "")
    process = os.environ.pop("LISTEN_PID", "")
    os.environ.pop("LISTEN_FDNAMES", None)
    if process != str(os.getpid()) or not count.isdecimal():
        return []
    found = [socket.socket(fileno=FIRST_HANDED_OVER + number) for number in range(int(count))]
    if len({one.family == socket.AF_UNIX for one in found}) > 1:
        raise NoAddress("Ports and Unix sockets are not served together: hand over one kind.")
    return found


def place(listener: socket.socket) -> tuple[str, int]:
    """Return where a socket listens, as `connected` finds it."""
    name = listener.getsockname()
    return (f"{UNIX}{name}", 0) if isinstance(name, str) else (name[0], name[1])


@contextmanager
def _taken_away(path: Path) -> Iterator[None]:
    """Remove a socket that we have bound, unless another one has taken its place."""
    ours = path.stat()
    try:
        yield
    finally:
        with suppress(OSError):
            if os.path.samestat(ours, path.stat()):
                path.unlink()


def _at_path(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    try:
        if path.is_socket():
            _require_left_behind(path)
        listener.bind(str(path))
        # Who may come is said by its folder: a proxy is another user.
        path.chmod(0o666)
        listener.listen(WAITING)
    except OSError as error:
        listener.close()
        raise NoAddress(f"The socket {path} cannot be served: {error.strerror or error}.") from None
    return listener


def _require_left_behind(path: Path) -> None:
    """Remove the socket of a server that died; raise NoAddress where one answers."""
    try:
        connected(f"{UNIX}{path}", 0, 1).close()
    except ConnectionRefusedError:
        path.unlink()
    else:
        raise NoAddress(f"The socket {path} is taken: something else is listening there.")


def _at_port(host: str, port: int | None, last: int | None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    if port is not None:
        candidates: list[int] = [port]
    else:
        # At the same port as before, what phones have kept leads here.
        candidates = [*([last] if last else []), *USUAL_PORTS]
    for candidate in candidates:
        try:
            return socket.create_server(
                (host, candidate), family=family, backlog=WAITING, dualstack_ipv6=both
            )
        except OSError as error:
            if error.errno != errno.EADDRINUSE and candidate != last:
                raise NoAddress(
                    f"{host} port {candidate} cannot be served: {error.strerror}."
                ) from None
    if port is None:
        raise NoAddress(f"All ports from {USUAL_PORTS[0]} to {USUAL_PORTS[-1]} are taken.")
    raise NoAddress(f"Port {port} is taken: something else is listening there.")
