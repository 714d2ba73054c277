"""The server file: the address of the running server, and the port that it used last."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorekeeper.atomic_write import atomic_write
from scorekeeper.server import sockets

FILE_NAME = "address"


@dataclass(frozen=True)
class RunningServer:
    """A running server, and its addresses for other phones, most likely first.

    There are none if only this machine is served.
    """

    port: int
    addresses: tuple[str, ...]
    host: str = "127.0.0.1"
    """The host it listens on, or `unix:` and the path of a Unix socket."""


def find_server(data: Path) -> RunningServer | None:
    """Return the server that runs on a data folder, or None."""
    entry = _read(data)
    if entry.get("process") and _is_alive(entry["process"]):
        # The process id may be reused by now, so something has to accept connections.
        with suppress(OSError), sockets.connect(entry["host"], entry["port"], 1):
            return RunningServer(entry["port"], tuple(entry["addresses"]), entry["host"])
    return None


def read_last_port(data: Path) -> int | None:
    """Return the port that the server used last, or None."""
    port = _read(data).get("remembered")
    return port if isinstance(port, int) and 0 < port < 2**16 else None


@contextmanager
def registered(
    data: Path, address: tuple[str, int], addresses: Sequence[str], *, remember: bool
) -> Iterator[None]:
    """Register this server inside the block; `remember` stores its port for the next start."""
    register(data, address, addresses, address[1] if remember else read_last_port(data))
    try:
        yield
    finally:
        unregister(data)


def register(
    data: Path, address: tuple[str, int], addresses: Sequence[str], remembered: int | None = None
) -> None:
    """Write the address of this process to the server file."""
    entry = {"remembered": remembered, "host": address[0], "port": address[1]}
    _write(data, {**entry, "addresses": [*addresses], "process": os.getpid()})


def unregister(data: Path) -> None:
    """Remove the address of this process from the server file."""
    entry = _read(data)
    # Another server may have replaced the entry.
    if entry.get("process") == os.getpid():
        _write(data, {"remembered": entry.get("remembered")})


def _read(data: Path) -> dict[str, Any]:
    try:
        entry = json.loads((data / FILE_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return entry if isinstance(entry, dict) else {}


def _write(data: Path, entry: dict[str, Any]) -> None:
    # The server runs even if the file can't be written.
    with suppress(OSError):
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        atomic_write(data / FILE_NAME, f"{json.dumps(entry)}\n")


def _is_alive(process: Any) -> bool:
    if os.name != "posix" or not isinstance(process, int):
        return True
    try:
        os.kill(process, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)
    return True
