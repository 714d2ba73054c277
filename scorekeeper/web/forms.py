"""What all forms that record something have in common."""

import secrets
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_wtf import FlaskForm
from wtforms import HiddenField

from scorekeeper.book.submissions import Submission
from scorekeeper.rules import BidError, RuleError

from .sentences import sentence

NOT_CONTENT = frozenset({"csrf_token", "key", "version"})
LARGEST = 2**31 - 1


class RecordingForm(FlaskForm):
    """A form that is stored once: it knows the match's version and has a random key of its own."""

    class Meta(FlaskForm.Meta):
        """What is read of a request."""

        def wrap_formdata(self, form: FlaskForm, formdata: object) -> object:
            """Read the fields of a form alone: a file or JSON in their place is no text."""
            return None if formdata is None else request.form

    key = HiddenField()
    version = HiddenField()
    number = HiddenField()

    @classmethod
    def fresh(cls, version: Any = None, number: Any = None, **data: Any) -> Any:
        """Return a form to be shown for a match as it stands now."""
        return cls(
            formdata=None, key=secrets.token_urlsafe(16), version=version, number=number, **data
        )

    @property
    def hand_number(self) -> int | None:
        """The number of the hand the form was shown for."""
        return whole_number(self.number.data)

    def submission(self) -> Submission:
        """Return what makes this sending of the form known again."""
        content = [
            (name, value)
            for name, values in request.form.lists()
            for value in values
            if name not in NOT_CONTENT
        ]
        # The same buttons stand on many pages: the address belongs to the content.
        content.append(("", request.path))
        key = plain(self.key.data, 64) or secrets.token_urlsafe(16)
        return Submission.of(key, whole_number(self.version.data), content)

    def refuse(self, message: str, field: str | None = None) -> None:
        """Add what is wrong, at a field or for the form as a whole."""
        if field is None:
            self.form_errors.append(message)
        else:
            self[field].errors = [*self[field].errors, message]

    def refuse_rule(self, error: RuleError, players: Any = (), sides: Any = ()) -> None:
        """Add what the rules refuse, in words."""
        words = sentence(error, players, sides)
        words = words[:1].upper() + words[1:]
        if error.hand is not None:
            words = _("Hand %(number)s: %(words)s", number=error.hand, words=words)
        self.refuse(words, self._field_of(error))

    def summary(self) -> list[tuple[str | None, str]]:
        """Return all that is wrong, each with the field it belongs to."""
        found: list[tuple[str | None, str]] = [(None, error) for error in self.form_errors]
        for field in self:
            found += [(field.name, str(error)) for error in field.errors if field.name]
        return found

    def _field_of(self, error: RuleError) -> str | None:
        """Return the field of the seat or the side that an error is about, where it is asked."""
        if error.hand is not None:
            return None
        kind = "bid" if isinstance(error, BidError) else "seat"
        seat, side = error.values.get("seat"), error.values.get("side")
        return next((name for name in (f"{kind}_{seat}", f"side_{side}") if name in self), None)


def plain(text: str | None, longest: int) -> str:
    """Return a text as any database can keep it: not too long, and without NUL."""
    return (text or "").replace("\0", "").strip()[:longest]


def whole_number(text: object) -> int | None:
    """Return a written whole number that a database can hold, or None."""
    written = str(text)
    if not (written.isascii() and written.isdigit() and len(written) <= 10):
        return None
    value = int(written)
    return value if value <= LARGEST else None


def missing(name: str) -> str:
    """Return the sentence for a value that was not given."""
    return _("%(name)s: please choose.", name=name)
