"""How wide words are where nobody can measure them: in fonts that are not known, no wider."""

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

NARROW_LETTERS, WIDE_LETTERS = frozenset("iljtfrI.,:;'’|!()[] "), frozenset("mwMW@%—…")
"""Letters of Latin script that are no wider than 0.42 em in any usual font, or wider than 0.78."""
BOLD_FACTOR = 1.15
"""How much wider bold letters are."""
COMBINING_CATEGORIES = ("Mn", "Me", "Mc", "Cf", "Sk")
"""Kinds of signs that belong to the letter before them: accents, joiners, colours of skin."""
JOINER = "\u200d"
ELLIPSIS = "…"


def text_width(text: str, size: float) -> float:
    """Return how wide a text is at most at a size of letters, in the same units."""
    # What is joined to the sign before it is drawn in its place.
    return size * sum(
        _width_in_ems(sign) for before, sign in pairwise(f" {text}") if before != JOINER
    )


def shorten(text: str, size: float, room: float) -> str:
    """Return a text as it finds room, cut off between two letters where it is too long."""
    if text_width(text, size) <= room:
        return text
    kept = text
    while kept and (
        _splits_letter(text, len(kept)) or text_width(kept.rstrip() + ELLIPSIS, size) > room
    ):
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def shorten_all(texts: Sequence[str], size: float, room: float) -> list[str]:
    """Return texts as they find room beside one another; what a short one leaves is shared."""
    left, fair = room, 0.0
    for behind, long in enumerate(sorted(text_width(text, size) for text in texts)):
        fair = left / (len(texts) - behind)
        left -= min(long, fair)
    return [shorten(text, size, fair) for text in texts]


def wrap_lines(text: str, size: float, room: float, most: int) -> list[str]:
    """Return a sentence in lines of whole words, the last one cut off where there are too many."""
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if len(found) < most and found[-1] and text_width(longer, size) > room:
            found.append(word)
        else:
            found[-1] = longer
    return [shorten(line, size, room) for line in found]


def _width_in_ems(sign: str) -> float:
    kind = unicodedata.category(sign)
    if kind in ("Mn", "Me", "Cf"):
        return 0
    if kind == "So":
        return 1.4
    if unicodedata.east_asian_width(sign) in "WF":
        return 1
    if sign in NARROW_LETTERS:
        return 0.42
    if sign in WIDE_LETTERS or kind == "Lo":
        return 1
    return 0.78 if kind == "Lu" else 0.64


def _splits_letter(text: str, place: int) -> bool:
    """Whether a cut before this place would part signs that are one letter to the eye."""
    if not place < len(text):
        return False
    return unicodedata.category(text[place]) in COMBINING_CATEGORIES or text[place - 1] == JOINER
