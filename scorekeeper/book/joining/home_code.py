"""The home code: a file next to the secret key, constant until it is renewed."""

import hmac
import os
from pathlib import Path

from scorekeeper.atomic_write import atomic_write
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.joining import codes


def load(path: Path) -> str:
    """Read the code from its file, creating the file if necessary."""
    try:
        if not path.exists():
            _write(path, overwrite=False)
        if os.name == "posix" and path.stat().st_mode & 0o077:
            path.chmod(0o600)
        code = codes.parse_code(path.read_text(encoding="ascii"), codes.SHORT_LENGTH)
    except (OSError, UnicodeDecodeError) as error:
        raise ScorebookError(f"The home code in {path} can't be used: {error}.") from error
    if code is None:
        raise ScorebookError(
            f"The home code in {path} is invalid. Move the file away; a new one is made at the next"
            " start."
        )
    return code


def renew(path: Path) -> str:
    """Replace the code with a new one; the previous one becomes invalid."""
    try:
        _write(path, overwrite=True)
    except OSError as error:
        raise ScorebookError(f"Can't renew the home code in {path}: {error}.") from error
    return load(path)


def is_current(path: Path, code: str) -> bool:
    """Whether a code is the current home code, even if another process has just renewed it."""
    return hmac.compare_digest(load(path), code)


def _write(path: Path, *, overwrite: bool) -> None:
    from filelock import FileLock

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Concurrent starts must agree on one code, and a killed one must leave no partial file.
    with FileLock(path.with_name(f"{path.name}.lock")):
        if path.exists() and not overwrite:
            return
        atomic_write(path, f"{codes.generate_code(codes.SHORT_LENGTH)}\n")
