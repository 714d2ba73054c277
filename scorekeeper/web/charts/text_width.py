"""Upper estimates of text widths, for images whose fonts are unknown."""

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

NARROW_LETTERS, WIDE_LETTERS = frozenset("iljtfrI.,:;'’|!()[] "), frozenset("mwMW@%—…")
"""Latin letters at most 0.42 em wide in all usual fonts, and those wider than 0.78 em."""
BOLD_FACTOR = 1.15
"""The width of bold letters relative to normal ones."""
COMBINING_CATEGORIES = ("Mn", "Me", "Mc", "Cf", "Sk")
"""Unicode categories that combine with the letter before: accents, joiners, skin tones."""
JOINER = "\u200d"
ELLIPSIS = "…"


def text_width(text: str, size: float) -> float:
    """Return the maximum width of a text, in the unit of its font size."""
    # A character after a joiner is drawn in the place of the one before.
    return size * sum(
        _width_in_ems(sign) for before, sign in pairwise(f" {text}") if before != JOINER
    )


def shorten(text: str, size: float, room: float) -> str:
    """Return a text, cut off between two letters if it is wider than `room`."""
    if text_width(text, size) <= room:
        return text
    start = text
    while start and (
        _splits_letter(text, len(start)) or text_width(start.rstrip() + ELLIPSIS, size) > room
    ):
        start = start[:-1]
    return start.rstrip() + ELLIPSIS


def shorten_all(texts: Sequence[str], size: float, room: float) -> list[str]:
    """Return texts cut to fit side by side; long ones share the room that short ones leave."""
    left, fair = room, 0.0
    for behind, long in enumerate(sorted(text_width(text, size) for text in texts)):
        fair = left / (len(texts) - behind)
        left -= min(long, fair)
    return [shorten(text, size, fair) for text in texts]


def wrap_lines(text: str, size: float, room: float, most: int) -> list[str]:
    """Wrap a sentence between words into at most `most` lines; the last one is cut off."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(lines) < most and lines[-1] and text_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [shorten(line, size, room) for line in lines]


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
    """Whether a cut at this index would split a visible letter."""
    if not place < len(text):
        return False
    return unicodedata.category(text[place]) in COMBINING_CATEGORIES or text[place - 1] == JOINER
