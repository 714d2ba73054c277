"""The form for places and notes."""

import unicodedata
from collections.abc import Mapping, Sequence

from scorekeeper.web.forms.base import RecordingForm, form_with_fields
from scorekeeper.words.match.notes import describe_conflict

ONE_LINE = frozenset({"place"})


def typed_field(name: str) -> str:
    return f"typed_{name}"


def was_field(name: str) -> str:
    """Return the field name for the text when the form was shown."""
    return f"was_{name}"


def clean_note(typed: str | None, name: str) -> str:
    """Normalize a text; join the lines of fields with one line."""
    text = unicodedata.normalize("NFC", typed or "").replace("\r\n", "\n").strip()
    return " ".join(text.split()) if name in ONE_LINE else text


class NotesForm(RecordingForm):
    """Texts, each with the one that was there when the form was shown; see `notes_form`."""

    names: tuple[str, ...] = ()

    def typed_texts(self) -> dict[str, str]:
        return {name: clean_note(self[typed_field(name)].data, name) for name in self.names}

    def previous_texts(self) -> dict[str, str]:
        """Return the texts by name when the form was shown."""
        return {name: clean_note(self[was_field(name)].data, name) for name in self.names}

    def show_conflict(self, current: Mapping[str, str]) -> None:
        """Show what others saved since the form was shown; sending it again overwrites that."""
        typed, before = self.typed_texts(), self.previous_texts()
        for name in self.names:
            if current[name] not in (before[name], typed[name]) and typed[name] != before[name]:
                self.add_error(describe_conflict(current[name]), typed_field(name))
            self[was_field(name)].data = current[name]


def notes_form(
    names: Sequence[str], shown: Mapping[str, str] | None = None, **values: object
) -> NotesForm:
    """Return the form for these texts: as posted, or filled in with the current ones."""
    fields = [field(name) for name in names for field in (typed_field, was_field)]
    texts = {
        field(name): text
        for name, text in (shown or {}).items()
        for field in (typed_field, was_field)
    }
    form = form_with_fields(NotesForm, fields)(**values, **texts)
    form.names = tuple(names)
    return form
