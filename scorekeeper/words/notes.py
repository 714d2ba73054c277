"""Place and notes, in words."""

from scorekeeper import rules
from scorekeeper.words.errors import SENTENCES
from scorekeeper.words.language import N_
from scorekeeper.words.language import gettext as _

FIELDS = {"place": N_("Place"), "note": N_("Note")}


def name_field(name: str) -> str:
    """Return what a field of a note is called."""
    return _(FIELDS[name])


def describe_note_error(error: rules.SetUpError) -> str:
    """Return why something cannot be noted."""
    return _(SENTENCES[error.code]) % {
        **error.values,
        "field": name_field(str(error.values["field"])),
    }


def describe_conflict(text: str) -> str:
    """Return that somebody else noted something meanwhile, and what."""
    if not text:
        return _("Meanwhile it was cleared. Save once more to write this.")
    return _("Meanwhile it was changed to “%(text)s”. Save once more to write this.", text=text)


def describe_saved() -> str:
    """Return that it is noted."""
    return _("Note saved")
