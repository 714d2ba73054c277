"""The cache of statistics in memory.

Its keys contain the revision of the scorebook's statistics, which rises with each change of what
they show.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.book.db.lru_cache import LRUCache

Cache = LRUCache[Hashable, Sequence[Any]]

MAX_CACHED_QUERIES = 50
"""Results in the cache; those of a table of 40 players have 50 to 800 rows."""
MAX_CACHED_ROWS = 2_000
"""Rows of one cached result; a larger one isn't cached."""


def use_cache(session: Session, cache: Cache) -> None:
    """Attach this cache to a read-only session: a writing one sees rows not committed yet."""
    session.info["statistics_cache"] = cache


def load_cached(
    session: Session, key: Hashable, summed: Callable[[], Sequence[Any]]
) -> Sequence[Any]:
    """Return the rows of a key from the cache of the session, or compute and store them."""
    cache: Cache | None = session.info.get("statistics_cache")
    if cache is None:
        return summed()
    rows = cache.get(key)
    if rows is None:
        rows = summed()
        if len(rows) <= MAX_CACHED_ROWS:
            cache.put(key, rows)
    return rows
