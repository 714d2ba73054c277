"""What was summed before, in memory, by the revision of the statistics that it was summed at."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.book.db.lru_cache import LRUCache

Cache = LRUCache[Hashable, Sequence[Any]]

MAX_CACHED_QUERIES = 50
"""Of statistics in memory; those of a table of 40 players have 50 to 800 rows."""
MAX_CACHED_ROWS = 2_000
"""Of one answer in memory: a larger one is summed anew each time."""


def use_cache(session: Session, cache: Cache) -> None:
    """Let a session that only reads take from this cache, and add to it.

    One that writes must not: it sees what nobody else sees yet.
    """
    session.info["statistics_cache"] = cache


def load_cached(
    session: Session, key: Hashable, summed: Callable[[], Sequence[Any]]
) -> Sequence[Any]:
    """Return the rows of a key from the cache of the session, else compute and remember them."""
    cache: Cache | None = session.info.get("statistics_cache")
    if cache is None:
        return summed()
    rows = cache.get(key)
    if rows is None:
        rows = summed()
        if len(rows) <= MAX_CACHED_ROWS:
            cache.put(key, rows)
    return rows
