"""Counts in words."""

from scorekeeper.words.language import ngettext


def format_matches(number: int) -> str:
    """Format a number of matches: 1 match."""
    return ngettext("%(num)d match", "%(num)d matches", number)


def format_hands(number: int) -> str:
    """Format a number of hands: 15 hands."""
    return ngettext("%(num)d hand", "%(num)d hands", number)
