"""Atomic file writes: after a crash or a power cut, a file has its old or its new content."""

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO


def atomic_write(path: Path, text: str) -> None:
    """Write or replace a file that only its owner can read; its folder must exist."""
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.unlink(missing_ok=True)
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    move_into_place(unfinished, path)


def read_or_create(path: Path, make: Callable[[], str]) -> str:
    """Return the text of a file that only its owner can read; a missing one is made."""
    if not path.exists():
        # Processes that start together must get the same text.
        with lock_file(path):
            if not path.exists():
                atomic_write(path, f"{make()}\n")
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)
    return path.read_text(encoding="ascii").strip()


def lock_file(path: Path) -> Any:
    """Return the lock of a file; make its folder if it is missing."""
    from filelock import FileLock

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return FileLock(path.with_name(f"{path.name}.lock"))


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a stream to a temporary file, which becomes a new file when it is complete."""
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    with temporary_path(path) as unfinished:
        with unfinished.open("xb") as stream:
            yield stream
        move_into_place(unfinished, path)


@contextmanager
def temporary_path(path: Path) -> Iterator[Path]:
    """Yield a path next to a file for its unfinished content, which is deleted at the end.

    A locked file shows that it is in use. Temporary files of killed processes are deleted first.
    """
    delete_abandoned(path.parent)
    temporary = path.with_name(f"{path.name}.partial")
    lock = lock_file(temporary)
    try:
        lock.acquire(timeout=0)
    except TimeoutError:
        busy = "Another process is writing this file"
        raise FileExistsError(errno.EEXIST, busy, str(path)) from None
    try:
        _delete(temporary)
        yield temporary
    finally:
        _delete(temporary)
        _unlock(lock)


def delete_abandoned(folder: Path) -> None:
    """Delete the temporary files of killed processes in a folder."""
    for file in folder.glob("*.partial.lock"):
        # In use, or another user's.
        with suppress(OSError):
            lock = lock_file(file.with_suffix(""))
            lock.acquire(timeout=0)
            _delete(file.with_suffix(""))
            _unlock(lock)


def _delete(temporary: Path) -> None:
    """Delete a temporary folder, or a temporary file and what SQLite writes next to it."""
    if temporary.is_dir():
        shutil.rmtree(temporary)
    for ending in ("", "-journal", "-wal", "-shm"):
        Path(f"{temporary}{ending}").unlink(missing_ok=True)


def _unlock(lock: Any) -> None:
    # Windows deletes no open file; the next writer in this folder does.
    with suppress(OSError):
        Path(lock.lock_file).unlink()
    lock.release()


def move_into_place(finished: Path, path: Path) -> None:
    """Rename a complete file to its final name in the same folder, and sync both."""
    with finished.open("rb+") as file:
        os.fsync(file.fileno())
    finished.replace(path)
    # Not every system can open a folder.
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
