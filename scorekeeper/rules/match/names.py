"""The names of players and sides: how they are cleaned and checked, and when two are alike."""

import re
import unicodedata
from collections.abc import Sequence

from scorekeeper.rules.errors import SetUpError
from scorekeeper.rules.limits import (
    MAX_KEY_LENGTH,
    MAX_NAME_LENGTH,
    SURROGATE,
    list_character_categories,
)

# Invisible characters, and controls of direction. Without the joiners of emoji and of scripts.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]"
)
# What one keyboard writes as another sign than the next one, or puts at the end of a word.
_APOSTROPHES = dict.fromkeys("`´‘’‚‛ʹʻʼʽˈˊˋ′‵＇՚׳ꞌ‹›", "'")
_QUOTES = dict.fromkeys("“”„‟«»″‶＂〃״❝❞", '"')
_DASHES = dict.fromkeys("‐‑‒–—―⁃−﹘﹣－", "-")
_SIGNS = str.maketrans(_APOSTROPHES | _QUOTES | _DASHES)
_ADDED_AT_THE_END = " .,"
# Letters that Unicode does not decompose, but people search for without their marks.
_UNDECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "ħ": "h", "ŧ": "t"}
)
# Accents of Latin, Greek and Cyrillic; in other scripts combining marks are letters.
_ACCENTS = range(0x0300, 0x0370)
# Variations of emoji, and joiners and tags, which only change how signs are drawn.
_DRAWING = re.compile("[\u200c\u200d\ufe00-\ufe0f\U000e0000-\U000e01ef]")


def strip_invisible(text: str) -> str:
    r"""Return a text without characters that only make it look different.

    >>> strip_invisible("\u200bAnn\u202e")
    'Ann'
    """
    return _INVISIBLE.sub("", text)


def clean_name(text: str) -> str:
    r"""Return a name in one spelling of Unicode, without invisible characters and extra spaces.

    >>> clean_name(" Zoe\u0308\u00a0 Li\u200b\n")
    'Zoë Li'
    """
    return " ".join(unicodedata.normalize("NFC", strip_invisible(text)).split())


def fold(text: str) -> str:
    """Return the key of a name or a place: equal for spellings that people take for the same.

    Leaves out case, accents, and what keyboards do to apostrophes, quotes, dashes and spaces.

    >>> [fold(name) for name in ("JOSÉ", "Łukasz", "Ǿyvind", "Straße", "O´Brien. ", "Ａｎｎ—Li")]
    ['jose', 'lukasz', 'oyvind', 'strasse', "o'brien", 'ann-li']
    """
    signs = _DRAWING.sub("", clean_name(text)).translate(_SIGNS)
    plain = unicodedata.normalize("NFKC", signs).translate(_SIGNS).casefold()
    apart = unicodedata.normalize("NFD", plain)
    bare = "".join(sign for sign in apart if ord(sign) not in _ACCENTS).translate(_UNDECOMPOSED)
    words = " ".join(unicodedata.normalize("NFC", re.sub("-+", "-", bare)).split())
    return (words.rstrip(_ADDED_AT_THE_END) or words)[:MAX_KEY_LENGTH]


# Unicode's categories: a name with a line break in it breaks every list it is in.
UNFIT_FOR_NAMES = frozenset({SURROGATE, "Cc", "Zl", "Zp"})
INVISIBLE = frozenset({"Cf", "Zs"})


def fill_in_names(names: Sequence[str | None]) -> tuple[str, ...]:
    """Return the names of the players by seat; a seat without one gets a default name.

    >>> fill_in_names(["Ann", None])
    ('Ann', 'Player 2')
    """
    # Files can have more names than seats; `Match.start` reports that.
    return tuple(
        f"Player {number}" if name is None else name for number, name in enumerate(names, start=1)
    )


USUAL_NAMES = fill_in_names([None] * 6)
"""The default names of players by seat."""


def list_given_names(players: Sequence[str]) -> tuple[str | None, ...]:
    """Return the names that the table gave, by seat; None for a default name.

    >>> list_given_names(["Ann", "Player 2"])
    ('Ann', None)
    """
    return tuple(
        None if name == usual else name for name, usual in zip(players, USUAL_NAMES, strict=False)
    )


def check_names(names: Sequence[str]) -> None:
    """Raise SetUpError for the first name that cannot be stored or is used twice."""
    for position, name in enumerate(names):
        if len(name) > MAX_NAME_LENGTH:
            raise SetUpError("name too long", position=position, name=name, most=MAX_NAME_LENGTH)
        if list_character_categories(name) & UNFIT_FOR_NAMES:
            raise SetUpError("name unreadable", position=position)
        if list_character_categories(name) <= INVISIBLE:
            raise SetUpError("name missing", position=position)
        if _make_comparable(name) in map(_make_comparable, names[:position]):
            raise SetUpError("same name twice", position=position, name=name)


def _make_comparable(name: str) -> str:
    """Return a name without case and invisible characters."""
    return "".join(sign for sign in name if unicodedata.category(sign) != "Cf").casefold()
