"""Names and places as they are looked for."""

import unicodedata

from scorekeeper.book.db.types import MAX_SEARCH_KEY_LENGTH

# What is no letter with an accent to Unicode, but to whoever looks for a name.
_UNDECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe"}
)
# Those of Latin, Greek and Cyrillic: in other scripts such signs are letters of their own.
_ACCENTS = range(0x0300, 0x0370)


def make_search_key(name: str) -> str:
    """Return a name or a place as it is looked for: neither case nor accents count.

    >>> fold("Zoë"), fold("JOSÉ"), fold("Łukasz"), fold("Straße")
    ('zoe', 'jose', 'lukasz', 'strasse')
    """
    apart = unicodedata.normalize("NFD", name.casefold().translate(_UNDECOMPOSED))
    bare = "".join(sign for sign in apart if ord(sign) not in _ACCENTS)
    return unicodedata.normalize("NFC", bare)[:MAX_SEARCH_KEY_LENGTH]
