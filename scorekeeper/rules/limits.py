"""Limits on the size of a match and its parts."""

import unicodedata

from scorekeeper.rules.errors import SetUpError

MAX_NAME_LENGTH = 40
"""Maximum characters in the name of a player or a side."""
MAX_NOTE_LENGTH = 500
"""Maximum characters in the place or the note of a match."""
MAX_KEY_LENGTH = 120
"""Characters that a name or a place is compared by."""
MAX_UTC_OFFSET_MINUTES = 14 * 60
"""Maximum offset of a table's clock from UTC, in minutes."""
MAX_HANDS = 1000
"""Maximum hands in one match, including misdeals; a real match has about ten."""
MAX_RULINGS_PER_HAND = 20
MAX_RULINGS_PER_MATCH = 200
"""Maximum rulings recorded in one match; files with more can still be read."""
MAX_FILE_BYTES = 6_000_000
"""Maximum bytes of a match file; no match within these limits is larger."""
MAX_OPENING_POINTS = 2000
"""Maximum distance from 0 of an opening score, in points."""

# Unicode's category of lone surrogates, which no file or database can store.
SURROGATE = "Cs"


def check_note(field: str, note: str) -> None:
    """Raise SetUpError for a note that is too long or cannot be stored."""
    if len(note) > MAX_NOTE_LENGTH:
        raise SetUpError("note too long", field=field, most=MAX_NOTE_LENGTH)
    if "\0" in note or SURROGATE in list_character_categories(note):
        raise SetUpError("note unreadable", field=field)


def list_character_categories(text: str) -> set[str]:
    return {unicodedata.category(character) for character in text}
