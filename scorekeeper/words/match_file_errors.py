"""Errors of match files in words, for the command and the pages."""

from collections.abc import Sequence

from scorekeeper.rules import RuleError
from scorekeeper.words.errors import describe_error
from scorekeeper.words.language import N_, gettext


def describe_file_error(
    error: RuleError, players: Sequence[str] = (), sides: Sequence[str] = ()
) -> str:
    """Describe an error in a match file, without a full stop: “hand 3: two tricks too many”."""
    sentence = gettext(OF_FILES[error.code]) % error.values if error.code in OF_FILES else None
    sentence = (sentence or describe_error(error, players, sides)).removesuffix(".")
    if error.hand is None:
        return sentence
    return gettext("hand %(number)s: %(refusal)s", number=error.hand, refusal=sentence)


OF_FILES = {
    "too many matches": N_("This file has more than %(most)s matches."),
    "too many names": N_("This file has more than %(most)s people."),
    "match twice": N_("Match “%(id)s” is in this file twice, with differences."),
    "people of an event": N_("The people of this club evening don’t fit its kind."),
    "seats of a round": N_("Round %(round)s of this club evening doesn’t fit its people."),
    "zipped": N_(
        "This is a zip file. Import “All matches in one file” instead, or unzip it and import "
        "its files one by one."
    ),
    "binary": N_("This is not a match file. Choose a .json or .jsonl file."),
    "CSV": N_(
        "This is a list for a spreadsheet (CSV), which can’t be imported. Import “All matches "
        "in one file” from “Download everything” instead."
    ),
}
"""Problems of a file of many matches."""
