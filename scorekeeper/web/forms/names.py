"""Names of seats and players, typed one by one or in a list."""

import re
from collections.abc import Iterator

from scorekeeper import rules
from scorekeeper.words.table import name_players

LABEL = re.compile(r".*[:：]")
"""A heading, or what messengers write before a name."""
MARK = re.compile(r"^([^\w'’]*\d{1,3}(?=\W))?[^\w'’]*(?=['’]?[^\W\d_])")
"""The number or bullet before a name, or both."""
AND = r"[&＆]|\s(?:and|und|at)\s"
BETWEEN_PARTNERS = (r"\t+", r"[,;|]|\s[-–—]\s", AND, r"[/+]")
"""The signs between the names of a pair in a list; the first one found counts."""
BETWEEN_PEOPLE = rf"[;|]|{AND}|\s[/+]\s"
ENDS = ' \t\xa0,;:|-–—*"“”„'
"""Signs around a name that do not belong to it."""


def player_field(seat: int) -> str:
    return f"player_{seat}"


def shown_field(seat: int) -> str:
    return f"shown_{seat}"


def clean_name(typed: str | None) -> str | None:
    """Clean a name; return None if it is blank or the default name of a seat."""
    name = rules.clean_name(typed or "")
    usual = rules.fill_in_names([None] * len(rules.USUAL_NAMES))
    return None if not name or name in (*usual, *name_players(usual)) else name


def read_list(text: str, *, is_pairs: bool) -> Iterator[tuple[int, list[str]]]:
    """Yield the names of each entrant in a list, with their line.

    Reads lists as messengers and spreadsheets write them, without numbers, bullets and headings.
    """
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        written = MARK.sub("", LABEL.sub("", rules.strip_invisible(line)).strip(), count=1)
        if is_pairs:
            parts = [split_pair(written)]
        else:
            is_row = len(lines) == 1 or written.count(",") > 1
            signs = f"{BETWEEN_PEOPLE}|," if is_row else BETWEEN_PEOPLE
            parts = [[name] for name in re.split(signs, written, flags=re.IGNORECASE)]
        for names in parts:
            if found := [name for name in (name.strip(ENDS) for name in names) if name]:
                yield number, found


def split_pair(line: str) -> list[str]:
    """Return the two names of a pair, or the line if it has no sign between them."""
    for sign in BETWEEN_PARTNERS:
        parts = re.split(sign, line.strip(ENDS), flags=re.IGNORECASE)
        if len(parts) > 1:
            return parts
    return [line]
