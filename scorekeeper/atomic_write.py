"""Writing a file so that a crash or a power cut leaves the old content or the new, never a part."""

import os
from contextlib import suppress
from pathlib import Path


def atomic_write(path: Path, text: str) -> None:
    """Write a file that nobody else can read, or replace it; the folder is there already."""
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.unlink(missing_ok=True)
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    move_into_place(unfinished, path)


def move_into_place(finished: Path, path: Path) -> None:
    """Give a finished file its name; both are in the same folder."""
    with finished.open("rb+") as file:
        os.fsync(file.fileno())
    finished.replace(path)
    # Not every system lets a folder be opened.
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
