"""The key that signs cookies and forms: from the environment, or generated at the first start."""

import re
import secrets
import sys
from pathlib import Path

from scorekeeper.atomic_write import read_or_create

MIN_KEY_LENGTH = 32

# Placeholders, and examples from the manuals of Flask and other frameworks.
_WELL_KNOWN = (
    "changeme",
    "changethis",
    "replacethis",
    "replaceme",
    "secretkey",
    "supersecret",
    "djangoinsecure",
    "abcdefghijklmnop",
    "0123456789abcdef",
    "192b9bdd22ab9ed4d12e236c78afcb9a393ec15f71bbf5dc987d54727823bcbf",
    "09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7",
)


class ConfigError(Exception):
    """An invalid setting; the message names it and says what to do."""


def check_key(key: str) -> str:
    """Return the key from the environment; raise ConfigError if it is easy to guess."""
    if _is_weak(key):
        python = "py" if sys.platform == "win32" else "python3"
        raise ConfigError(
            f"SCOREKEEPER_SECRET_KEY must be {MIN_KEY_LENGTH} or more random characters."
            f' Make one with: {python} -c "import secrets; print(secrets.token_urlsafe(32))"'
        )
    return key


def load_key(path: Path) -> str:
    """Read the key from its file, which is created if it does not exist."""
    try:
        key = read_or_create(path, lambda: secrets.token_urlsafe(32))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"SCOREKEEPER_SECRET_KEY is not set, and {path} can't be used: {error}."
        ) from error
    if _is_weak(key):
        raise ConfigError(
            f"The secret key in {path} is too short or easy to guess. Move the file away to get a"
            " new one. All links then stop working; phones keep their access."
        )
    return key


def _is_weak(key: str) -> bool:
    letters = re.sub("[^a-z0-9]", "", key.lower())
    # A periodic text occurs inside its own double, away from both ends.
    repeated = key in (key + key)[1:-1]
    return (
        len(key) < MIN_KEY_LENGTH
        or len(set(key)) < 8
        or repeated
        or any(known in letters for known in _WELL_KNOWN)
    )
