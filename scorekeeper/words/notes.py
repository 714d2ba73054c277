"""Place and notes, in words."""

from scorekeeper import rules
from scorekeeper.words.language import N_
from scorekeeper.words.language import gettext as _
from scorekeeper.words.refusals import SENTENCES

FIELDS = {"place": N_("Place"), "note": N_("Note")}


def label(name: str) -> str:
    """Return what a field of a note is called."""
    return _(FIELDS[name])


def refused(error: rules.SetUpError) -> str:
    """Return why something cannot be noted."""
    return _(SENTENCES[error.code]) % {**error.values, "field": label(str(error.values["field"]))}


def stands_there(text: str) -> str:
    """Return that somebody else noted something meanwhile, and what."""
    if not text:
        return _("Meanwhile it was cleared. Save once more to write this.")
    return _("Meanwhile it was changed to “%(text)s”. Save once more to write this.", text=text)


def saved() -> str:
    """Return that it is noted."""
    return _("Note saved")
