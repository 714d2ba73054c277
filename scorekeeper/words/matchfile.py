"""Why a match file cannot be read, as the command and the pages say it."""

from collections.abc import Sequence

from scorekeeper.rules import RuleError
from scorekeeper.words.language import gettext
from scorekeeper.words.refusals import refusal


def refused(error: RuleError, players: Sequence[str] = (), sides: Sequence[str] = ()) -> str:
    """Return what is wrong in a match file, without a full stop: “hand 3: two tricks too many”."""
    told = refusal(error, players, sides).removesuffix(".")
    if error.hand is None:
        return told
    return gettext("hand %(number)s: %(refusal)s", number=error.hand, refusal=told)
