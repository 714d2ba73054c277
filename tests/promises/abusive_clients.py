"""Clients that use up the server's connections, threads or disk."""

import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

from tests.clients import PATIENCE, Browser
from tests.reading import Form
from tests.servers import Server

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + b"x" * 5000


def whole_request(browser: Browser, form: Form) -> bytes:
    named = {
        "Host": f"127.0.0.1:{browser.port}",
        "Content-Length": str(len(form.body)),
        **browser.headers(form.body),
    }
    lines = [f"POST {form.action} HTTP/1.1", *(f"{name}: {named[name]}" for name in named), "", ""]
    return "\r\n".join(lines).encode() + form.body


class Listening(Protocol):
    @property
    def port(self) -> int: ...


@contextmanager
def idle(
    server: Listening, count: int, tls: ssl.SSLContext | None = None, source: str = ""
) -> Iterator[Sequence[socket.socket]]:
    with ExitStack() as connections:
        made = []
        for _ in range(count):
            place = "127.0.0.1", server.port
            one = socket.create_connection(place, PATIENCE, source_address=(source, 0))
            if tls is not None:
                one = tls.wrap_socket(one, server_hostname="localhost")
            made.append(connections.enter_context(one))
        yield made


@contextmanager
def dripping(
    server: Listening, count: int, request: bytes = REQUEST, tls: ssl.SSLContext | None = None
) -> Iterator[None]:
    """Keep connections open that send a request byte by byte and never finish it."""
    enough = threading.Event()
    with idle(server, count, tls) as clients:

        def drip() -> None:
            going = list(clients)
            for byte in request[:-1]:
                going = [client for client in going if _sent(client, bytes([byte]))]
                if enough.wait(0.01):
                    return

        dripper = threading.Thread(target=drip)
        dripper.start()
        try:
            yield
        finally:
            enough.set()
            dripper.join()


@contextmanager
def unfinished_posts(
    server: Server, count: int, megabytes: int, *, chunked: bool
) -> Iterator[None]:
    """Send so much of as many posts that are never finished."""
    size = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {32 * 1000**2}"
    head = f"POST /matches HTTP/1.1\r\nHost: localhost\r\n{size}\r\n\r\n"
    part = b"x" * 1024**2
    if chunked:
        part = b"%x\r\n%b\r\n" % (len(part), part)
    with idle(server, count) as clients:
        for client in clients:
            client.sendall(head.encode())
        for _ in range(megabytes):
            for client in clients:
                client.sendall(part)
        yield


def temporary_bytes(server: Server) -> int:
    """Return how much the server keeps in files without a name."""
    found = 0
    for descriptor in Path(f"/proc/{server.running.pid}/fd").iterdir():
        try:
            if str(descriptor.readlink()).endswith("(deleted)"):
                found += descriptor.stat().st_size
        except FileNotFoundError:
            continue  # closed in the meantime
    return found


def _sent(client: socket.socket, data: bytes) -> bool:
    try:
        client.sendall(data)
    except OSError:  # the server closed the connection
        return False
    return True
