"""Which release wrote a scorebook: by its tables, and since 0.6.0 by a number beside them."""

import re
from functools import cache
from importlib.metadata import version

FIRST_OF = {"0002": "0.1", "0003": "0.2", "0006": "0.3 – 0.4", "0007": "0.5"}
"""The releases that left no number, by the revision of their tables."""


@cache
def ours() -> str:
    """Return the version of this program: 0.5.0."""
    return version("spades-scorekeeper")


def number() -> int:
    """Return the version as the number that a SQLite file keeps in its header: 0.5.0 is 500.

    PostgreSQL keeps it as a comment on the table of the revision.
    """
    found = re.match(r"(\d+)\.(\d+)\.(\d+)", ours())
    major, minor, patch = map(int, found.groups()) if found else (0, 0, 0)
    return (major * 100 + minor) * 100 + patch


def release(revision: str, number: int) -> str | None:
    """Return which release made these tables, where that can be known."""
    if number > 0:
        return f"{number // 10000}.{number // 100 % 100}.{number % 100}"
    return FIRST_OF.get(revision)
