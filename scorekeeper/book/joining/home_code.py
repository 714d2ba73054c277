"""The home code: the one that the host chose, or one in a file next to the secret key."""

import hmac
from pathlib import Path

from scorekeeper.atomic_write import atomic_write, lock_file, read_or_create
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.joining import codes


def load(path: Path, chosen: str = "") -> str:
    """Return the chosen code; without one, read it from its file, which is created if missing."""
    if chosen:
        return chosen
    try:
        code = codes.parse_code(read_or_create(path, codes.generate_code), codes.SHORT_LENGTH)
    except (OSError, UnicodeDecodeError) as error:
        raise ScorebookError(f"The home code in {path} can't be used: {error}.") from error
    if code is None:
        raise ScorebookError(
            f"The home code in {path} is invalid. Move the file away; a new one is made at the next"
            " start."
        )
    return code


def renew(path: Path) -> str:
    """Replace the code in the file with a new one; the previous one becomes invalid."""
    try:
        with lock_file(path):
            atomic_write(path, f"{codes.generate_code()}\n")
    except OSError as error:
        raise ScorebookError(f"Can't renew the home code in {path}: {error}.") from error
    return load(path)


def is_current(path: Path, code: str, chosen: str = "") -> bool:
    """Whether a code is the current home code, even if another process has just renewed it."""
    return hmac.compare_digest(codes.normalize(load(path, chosen)), code)
