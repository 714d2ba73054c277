"""A lock file that keeps other processes away from the same files."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.book.db.errors import Busy


@contextmanager
def acquire_process_lock(lock: Path, timeout: float = 0) -> Iterator[None]:
    """Hold a lock file inside the block; raise Busy if another process holds it for too long."""
    # Imported here: loading it takes longer than a start should.
    from filelock import FileLock, Timeout

    try:
        with FileLock(lock, timeout=timeout):
            yield
    except Timeout as error:
        raise Busy(f"another process holds {lock.name}") from error
