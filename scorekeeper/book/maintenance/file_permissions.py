"""File permissions of a scorebook and of the files next to it."""

import os
from contextlib import suppress
from pathlib import Path

OWN_FILES = ("secret-key", "house-code", "address")
"""Prefixes of the names of files next to a scorebook."""


def restrict_permissions(path: Path) -> None:
    """Remove the permissions of other users from files that an earlier version created."""
    if os.name != "posix":
        return
    # A file that cannot be changed is refused later, with a better sentence.
    with suppress(OSError):
        files = list(path.parent.iterdir())
        for file in files:
            if file.name.startswith(path.stem):
                _restrict(file)
        # Other users may need a folder that has other files.
        if all(file.name.startswith((path.stem, *OWN_FILES)) for file in files):
            _restrict(path.parent)


def _restrict(path: Path) -> None:
    with suppress(OSError):
        mode = path.stat().st_mode
        if path.stat().st_uid == os.geteuid() and mode & 0o077:
            path.chmod(mode & 0o700)
