"""Keeping a scorebook, and what lies beside it, from other users of the computer."""

import os
from contextlib import suppress
from pathlib import Path

OWN_FILES = ("secret-key", "house-code", "address")
"""How files are called that lie beside a scorebook."""


def restrict_permissions(path: Path) -> None:
    """Let nobody else read what an earlier version left readable."""
    if os.name != "posix":
        return
    # A file that cannot be changed is refused later, with a better sentence.
    with suppress(OSError):
        ours = list(path.parent.iterdir())
        for file in ours:
            if file.name.startswith(path.stem):
                _restrict(file)
        # In a folder with other things others may have something to look for.
        if all(file.name.startswith((path.stem, *OWN_FILES)) for file in ours):
            _restrict(path.parent)


def _restrict(path: Path) -> None:
    with suppress(OSError):
        mode = path.stat().st_mode
        if path.stat().st_uid == os.geteuid() and mode & 0o077:
            path.chmod(mode & 0o700)
