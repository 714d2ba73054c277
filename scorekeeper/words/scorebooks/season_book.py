"""The season book in words: its name, and what to know about a file of it."""

from scorekeeper.words.language import gettext as _


def name_season_book() -> str:
    return _("Season book")


def describe_file() -> str:
    """Say who can read a saved season book, and that it stays as it is."""
    return _(
        "Anyone who has the file can read it. It can’t be taken back, and later corrections "
        "aren’t in it."
    )


def name_switch() -> str:
    return _("Keep the history on this phone")


def describe_switch() -> str:
    return _("To read it while the computer is off. Anyone who can unlock this phone can read it.")
