"""Doing something while no other process on the same files does it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL

from scorekeeper.book.errors import Busy, ScorebookError
from scorekeeper.places import under

_HELD: dict[Path, object] = {}
"""Locks that this process keeps until it ends, by the scorebook that it serves."""


@contextmanager
def alone(lock: Path, patience: float = 0) -> Iterator[None]:
    """Hold a lock file; raise Busy where another has it for longer than so many seconds."""
    # Loading it takes longer than most starts should.
    from filelock import FileLock, Timeout

    held = FileLock(lock)
    try:
        held.acquire(timeout=patience)
    except Timeout as error:
        raise Busy(f"another process has {lock.name}") from error
    try:
        yield
    finally:
        held.release()


def serve_alone(url: URL) -> None:
    """Be the only process that serves a file on a network, until this one ends."""
    if url.get_backend_name() != "sqlite" or not under(Path(str(url.database))).is_of_a_network:
        return
    path = Path(str(url.database))
    if path in _HELD:
        return  # it was tried before to serve it, and something else went wrong
    from filelock import FileLock, Timeout

    lock = FileLock(path.with_name(f"{path.name}.served"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise ScorebookError(
            f"The scorebook {path} lies on a network, and another process serves it: one alone can."
        ) from None
    _HELD[path] = lock
