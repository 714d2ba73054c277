"""Listening sockets, and connections to them from other commands."""

import errno
import socket

import click

ALL_INTERFACES = ("0.0.0.0", "::")
LOOPBACK = ("127.0.0.1", "::1", "localhost")
DEFAULT_PORTS = range(8000, 8100)
BACKLOG = 1024
"""Connections that may wait to be accepted (listen backlog)."""
UNIX_PREFIX = "unix:"
"""Prefix of a Unix socket's path in the `host` of the server file."""


class AddressUnavailable(click.ClickException):
    """The server can't listen on the address; the message says why."""


def open_listener(host: str, port: int | None, last: int | None) -> socket.socket:
    """Listen on a port; without one, on the last, or on the first free one of DEFAULT_PORTS."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    dual_stack = host == "::" and socket.has_dualstack_ipv6()
    # Links and icons on phones contain the last port.
    candidates = [*([last] if last else []), *DEFAULT_PORTS] if port is None else [port]
    # Windows keeps some ports for itself, and gives the reason EACCES.
    skipped = {errno.EADDRINUSE, *([errno.EACCES] if port is None else [])}
    for candidate in candidates:
        try:
            return socket.create_server(
                (host, candidate), family=family, backlog=BACKLOG, dualstack_ipv6=dual_stack
            )
        except OSError as error:
            if error.errno not in skipped and candidate != last:
                # Python repeats the address in brackets.
                reason = str(error.strerror).partition(" (")[0]
                raise AddressUnavailable(
                    f"Can't listen on {host} port {candidate}: {reason}."
                ) from None
    ports = f"Ports {DEFAULT_PORTS[0]} to {DEFAULT_PORTS[-1]} are"
    taken = ports if port is None else f"Port {port} is"
    raise AddressUnavailable(f"{taken} in use. Choose another.")


def connect(host: str, port: int, timeout_seconds: float) -> socket.socket:
    """Return a connection to a port or a Unix socket of this machine."""
    if not host.startswith(UNIX_PREFIX):
        # A wildcard address is reached over loopback.
        local_host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        return socket.create_connection((local_host, port), timeout=timeout_seconds)
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(timeout_seconds)
    try:
        connection.connect(host.removeprefix(UNIX_PREFIX))
    except OSError:
        connection.close()
        raise
    return connection


def address_of(listener: socket.socket) -> tuple[str, int]:
    """Return the address of a listening socket, in the form that `connect` accepts."""
    name = listener.getsockname()
    return (f"{UNIX_PREFIX}{name}", 0) if isinstance(name, str) else (name[0], name[1])
