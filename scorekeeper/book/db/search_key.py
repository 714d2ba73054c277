"""Search keys for names and places."""

import unicodedata

from scorekeeper.book.db.types import MAX_SEARCH_KEY_LENGTH

# Letters that Unicode does not decompose, but people search for without their marks.
_UNDECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe"}
)
# Accents of Latin, Greek and Cyrillic; in other scripts combining marks are letters.
_ACCENTS = range(0x0300, 0x0370)


def make_search_key(name: str) -> str:
    """Return the search key of a name or a place: without case and accents.

    >>> [make_search_key(name) for name in ("Zoë", "JOSÉ", "Łukasz", "Straße")]
    ['zoe', 'jose', 'lukasz', 'strasse']
    """
    apart = unicodedata.normalize("NFD", name.casefold().translate(_UNDECOMPOSED))
    bare = "".join(sign for sign in apart if ord(sign) not in _ACCENTS)
    return unicodedata.normalize("NFC", bare)[:MAX_SEARCH_KEY_LENGTH]
