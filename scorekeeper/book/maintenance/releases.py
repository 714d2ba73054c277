"""The release that wrote a scorebook, known by its tables, and since 0.6.0 by a stored number."""

import re
from collections.abc import Collection
from functools import cache
from importlib.metadata import version

from scorekeeper.book.db.errors import ScorebookError

TOO_OLD = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009")
"""Revisions of tables that this version cannot upgrade."""

FIRST_OF = {"0002": "0.1", "0003": "0.2", "0006": "0.3 – 0.4", "0007": "0.5", "0009": "0.6"}
"""Releases without a stored number, by the revision of their tables."""


@cache
def read_version() -> str:
    """Return the version of this program: 0.5.0."""
    return version("spades-scorekeeper")


def release_number() -> int:
    """Return the version as the number that a scorebook keeps: 0.5.0 is 500."""
    parsed = re.match(r"(\d+)\.(\d+)\.(\d+)", read_version())
    major, minor, patch = map(int, parsed.groups()) if parsed else (0, 0, 0)
    return (major * 100 + minor) * 100 + patch


def release_name(revision: str, number: int) -> str | None:
    """Return the release that created these tables, if it is known."""
    if number > 0:
        return f"{number // 10000}.{number // 100 % 100}.{number % 100}"
    return FIRST_OF.get(revision)


def require_known(
    revision: str, revisions: Collection[str], place: str, made_by: int, head: str
) -> None:
    """Refuse a scorebook whose tables this version doesn't know; release `made_by` created them."""
    if revision in revisions:
        return
    theirs = release_name(revision, made_by)
    if revision in TOO_OLD:
        raise ScorebookError(
            f"The scorebook {place} is from {theirs or 'before 0.7'}. Open it once with 0.7, then"
            " again with this version. Nothing was changed.",
            "older",
        )
    description = ", ".join(filter(None, (theirs, f"database version {revision}")))
    raise ScorebookError(
        f"The scorebook {place} is from a newer version ({description}; this is"
        f" {read_version()}, database version {head}). Install that version to use it.",
        "newer",
    )
