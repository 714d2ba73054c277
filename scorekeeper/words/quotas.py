"""What a scorebook has enough of, where many are hosted, as a sentence."""

from scorekeeper.words.language import gettext as _
from scorekeeper.words.language import ngettext


def enough(what: str, most: int) -> str:
    """Say which quota is met."""
    if what == "matches":
        return ngettext(
            "In this scorebook, %(num)d match may be started in a day.",
            "In this scorebook, %(num)d matches may be started in a day.",
            most,
        )
    if what == "players":
        return ngettext(
            "This scorebook may have %(num)d player.",
            "This scorebook may have %(num)d players.",
            most,
        )
    return _("This scorebook may take %(most)s MB, and is full.", most=most)
