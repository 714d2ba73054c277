"""Place and notes, in words."""

from scorekeeper import rules
from scorekeeper.words.errors import SENTENCES
from scorekeeper.words.language import N_, gettext as _

FIELDS = {"place": N_("Place"), "note": N_("Note")}


def name_field(name: str) -> str:
    return _(FIELDS[name])


def describe_note_error(error: rules.SetUpError) -> str:
    return _(SENTENCES[error.code]) % {
        **error.values,
        "field": name_field(str(error.values["field"])),
    }


def describe_conflict(text: str) -> str:
    """Describe a conflict: the note that someone else saved in the meantime."""
    if not text:
        return _("Someone cleared this in the meantime. Save again to keep what you typed.")
    return _(
        "Someone changed this to “%(text)s” in the meantime. Save again to keep what you typed.",
        text=text,
    )
