"""How long, how many and how large the parts of a match can be."""

import unicodedata

from scorekeeper.rules.errors import SetUpError

MAX_NAME_LENGTH = 40
"""Characters in the name of a player or a side."""
MAX_NOTE_LENGTH = 500
"""Characters in the place or the note of a match."""
MAX_UTC_OFFSET_MINUTES = 14 * 60
"""Minutes by which the clock of a table can be ahead of UTC, or behind it."""
MAX_HANDS = 1000
"""Hands in one match, those thrown in among them; a real one has about ten."""
MAX_RULINGS_PER_HAND = 20
"""Rulings on one hand."""
MAX_RULINGS_PER_MATCH = 200
"""Rulings in one match: more are recorded no more, though a file that has more is read."""
MAX_FILE_BYTES = 6_000_000
"""Bytes of a match file; no match within these limits is written with as many."""
MAX_OPENING_POINTS = 2000
"""How far from 0 a paper game can stand that is carried on."""

# Unicode's name for half characters: no file or database can store them.
SURROGATE = "Cs"


def check_note(field: str, note: str) -> None:
    """Raise SetUpError for a note that is too long or cannot be kept."""
    if len(note) > MAX_NOTE_LENGTH:
        raise SetUpError("note too long", field=field, most=MAX_NOTE_LENGTH)
    if "\0" in note or SURROGATE in character_kinds(note):
        raise SetUpError("note unreadable", field=field)


def character_kinds(text: str) -> set[str]:
    """Return Unicode's categories of the characters in a text."""
    return {unicodedata.category(character) for character in text}
