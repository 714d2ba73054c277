"""Measure pages while others send half a request: `python -m benchmarks.slow_clients`.

Runs each server without a proxy and behind nginx, with 40 connections that send half a header or
half a body and then stop.
"""

import argparse
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.hosting import proxies
from tests.hosting.hosts import COMMANDS, free_port, gunicorn, hosting, upgraded
from tests.servers import COMMAND

SLOW = 40
PATIENCE = 10.0
"""Seconds to wait for a page."""
PAGES = 5
HALVES = {
    "half a header": b"POST /settings HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "half a body": b"POST /settings HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nname=",
}
SITE = """
upstream behind {{ server 127.0.0.1:{behind}; }}
server {{
    listen 127.0.0.1:{port};
    location / {{ proxy_pass http://behind; proxy_set_header Host $http_host; }}
}}
"""
SERVERS = COMMANDS | {
    "gunicorn, gthread": gunicorn(),
    "`scorekeeper serve`": lambda port: [
        *COMMAND,
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ],
}


def main() -> None:
    """Measure, and print a table."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks.slow_clients")
    arguments.add_argument("--only", choices=SERVERS, help="only this server")
    only = arguments.parse_args().only
    print("| server | slow header, no proxy | slow body, no proxy |", end="")
    print(" slow header, nginx | slow body, nginx |")
    print("|---|--:|--:|--:|--:|")
    for name in [only] if only else SERVERS:
        print("|", " | ".join([name, *map(format_seconds, measured(name))]), "|", flush=True)


def measured(name: str, patience: float = PATIENCE) -> list[float | None]:
    """Return the seconds of the slowest page without and with nginx; None if there was no response.

    `patience` is the timeout without nginx.
    """
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        data = Path(folder) / "data"
        upgraded(data)
        _, bare = stack.enter_context(hosting(SERVERS[name], data))
        port = free_port()
        site = SITE.format(behind=bare, port=port)
        stack.enter_context(proxies.nginx(Path(folder) / "nginx", site))
        # Without the proxy comes last, because that may block the server for good.
        behind = [slowest(port, half, PATIENCE) for half in HALVES.values()]
        return [*(slowest(bare, half, patience) for half in HALVES.values()), *behind]


def slowest(port: int, half: bytes, patience: float) -> float | None:
    """Return the seconds of the slowest page next to the slow clients; None if one never came."""
    with sent(port, half):
        times = []
        for _ in range(PAGES):
            took = page(port, patience)
            if took is None:
                return None
            times.append(took)
    return max(times)


@contextmanager
def sent(port: int, half: bytes) -> Iterator[None]:
    """Open connections that send half a request and wait."""
    with ExitStack() as stack:
        for _ in range(SLOW):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            client.sendall(half)
        time.sleep(0.5)
        yield
    # Give the server time to notice that the connections are closed.
    time.sleep(0.5)


def page(port: int, patience: float) -> float | None:
    """Return the seconds a page took; None without a response."""
    began = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=patience)
    try:
        connection.request("GET", "/how-spades-works")
        answer = connection.getresponse()
        answer.read()
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()
    return time.perf_counter() - began if answer.status == 200 else None


def format_seconds(seconds: float | None) -> str:
    """Format a table cell."""
    return "blocked" if seconds is None else f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    main()
