"""Where the scorebook is served just now, for the other commands, and at which port it was last."""

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
    """A server that runs, and the addresses by which phones find it; the first is the likeliest."""

    port: int
    addresses: tuple[str, ...]
    host: str = "127.0.0.1"
    """Where it listens; of a Unix socket `unix:` and its path."""

    @property
    def for_others(self) -> str | None:
        """The address to tell another phone, where it is served to any."""
        return self.addresses[0] if self.addresses else None


def find_server(data: Path) -> RunningServer | None:
    """Return the server that runs on a data folder, if one does."""
    said = _read(data)
    if not said.get("process") or not _is_alive(said["process"]) or not _is_listening(said):
        return None
    return RunningServer(said["port"], tuple(said["addresses"]), said["host"])


def read_last_port(data: Path) -> int | None:
    """Return the port at which the scorebook was served the last time, if it is known."""
    port = _read(data).get("remembered")
    return port if isinstance(port, int) and 0 < port < 2**16 else None


@contextmanager
def registered(
    data: Path, at: tuple[str, int], addresses: Sequence[str], *, remember: bool
) -> Iterator[None]:
    """Let other commands know where it is served meanwhile, and the next start at which port."""
    port = at[1]
    register(data, at, addresses, port if remember else read_last_port(data))
    try:
        yield
    finally:
        unregister(data)


def register(
    data: Path, at: tuple[str, int], addresses: Sequence[str], remembered: int | None = None
) -> None:
    """Let other commands know where this process serves it."""
    here = {"host": at[0], "port": at[1], "addresses": [*addresses], "process": os.getpid()}
    _write(data, {"remembered": remembered, **here})


def unregister(data: Path) -> None:
    """Let them know that it does no more."""
    said = _read(data)
    # Another one on the same folder may have said so since.
    if said.get("process") == os.getpid():
        _write(data, {"remembered": said.get("remembered")})


def _read(data: Path) -> dict[str, Any]:
    try:
        said = json.loads((data / FILE_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}


def _write(data: Path, said: dict[str, Any]) -> None:
    # It is served all the same where this cannot be written.
    with suppress(OSError):
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        atomic_write(data / FILE_NAME, f"{json.dumps(said)}\n")


def _is_alive(process: Any) -> bool:
    if os.name != "posix" or not isinstance(process, int):
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _is_listening(said: dict[str, Any]) -> bool:
    """Whether something listens there: a process of this number may be another one by now."""
    with suppress(OSError), sockets.connect(said["host"], said["port"], 1):
        return True
    return False
