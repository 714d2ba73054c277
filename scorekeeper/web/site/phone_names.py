"""Rename form of a phone, in the list of a scorebook or of a match."""

from collections.abc import Callable

from flask import flash
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.scorebooks import phones
from scorekeeper.web.forms.base import RecordingForm, form_with_fields
from scorekeeper.web.forms.names import clean_name
from scorekeeper.web.http import current_device
from scorekeeper.web.site import db
from scorekeeper.words.errors import describe_error
from scorekeeper.words.language import gettext as _


def rename_phone(require: Callable[[Session], object], phone: str) -> RecordingForm | None:
    """Rename a phone from the form if `require` allows it; return the form if it is invalid."""
    form = form_with_fields(RecordingForm, ("name",))()
    try:
        with db.database().write() as session:
            require(session)
            phones.rename(
                session, current_device.read_secret(), phone, clean_name(form["name"].data) or ""
            )
    except rules.SetUpError as error:
        form.add_error(describe_error(error), "name")
        return form
    flash(_("Phone renamed"))
    return None
