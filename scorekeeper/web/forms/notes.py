"""Place and note as they are typed."""

import unicodedata
from collections.abc import Mapping, Sequence

from scorekeeper.web.forms.base import RecordingForm, form_with_fields
from scorekeeper.words.notes import describe_conflict

ONE_LINE = frozenset({"place"})


def typed_field(name: str) -> str:
    """Return the name of the field for what is typed."""
    return f"typed_{name}"


def was_field(name: str) -> str:
    """Return the name of the field for what stood there when the form was shown."""
    return f"was_{name}"


def clean_note(typed: str | None, name: str) -> str:
    """Return a text without needless blanks at its ends, and without line ends where it is one."""
    text = unicodedata.normalize("NFC", typed or "").replace("\r\n", "\n").strip()
    return " ".join(text.split()) if name in ONE_LINE else text


class NotesForm(RecordingForm):
    """What is noted, each with what stood there when the form was shown; see `notes_form`."""

    asked: tuple[str, ...] = ()

    def said(self) -> dict[str, str]:
        """Return what is to be noted."""
        return {name: clean_note(self[typed_field(name)].data, name) for name in self.asked}

    def was(self) -> dict[str, str]:
        """Return what stood there when the form was shown."""
        return {name: clean_note(self[was_field(name)].data, name) for name in self.asked}

    def meanwhile(self, now: Mapping[str, str]) -> None:
        """Say what others noted since the form was shown; sent again, it takes the place of it."""
        said, was = self.said(), self.was()
        for name in self.asked:
            if now[name] not in (was[name], said[name]) and said[name] != was[name]:
                self.refuse(describe_conflict(now[name]), typed_field(name))
            self[was_field(name)].data = now[name]


def notes_form(
    asked: Sequence[str], shown: Mapping[str, str] | None = None, **about: object
) -> NotesForm:
    """Return the form that asks for these: as it was sent, or shown with what stands there."""
    names = [field(name) for name in asked for field in (typed_field, was_field)]
    fields = {
        field(name): text
        for name, text in (shown or {}).items()
        for field in (typed_field, was_field)
    }
    form = form_with_fields(NotesForm, names)(**about, **fields)
    form.asked = tuple(asked)
    return form
