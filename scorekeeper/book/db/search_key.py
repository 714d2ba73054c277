"""Search keys for names and places, as long as a column."""

from scorekeeper.book.db.types import MAX_SEARCH_KEY_LENGTH
from scorekeeper.rules.match import names


def make_search_key(name: str) -> str:
    """Return the search key of a name or a place: equal for all its spellings.

    >>> [make_search_key(name) for name in ("Zoë", "ZOE ")]
    ['zoe', 'zoe']
    """
    return names.fold(name)[:MAX_SEARCH_KEY_LENGTH]
