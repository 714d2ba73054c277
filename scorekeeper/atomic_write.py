"""Atomic file writes: after a crash or a power cut, a file has its old or its new content."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
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


def lock_file(path: Path) -> AbstractContextManager[Any]:
    """Return the lock of a file; make its folder if it is missing."""
    from filelock import FileLock

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return FileLock(path.with_name(f"{path.name}.lock"))


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a stream to a temporary file, which becomes a new file when it is complete."""
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    unfinished = path.with_name(f"{path.name}.partial")
    unfinished.unlink(missing_ok=True)
    try:
        with unfinished.open("xb") as stream:
            yield stream
        move_into_place(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


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
