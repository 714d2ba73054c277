"""Codes that this browser made, and the form to rename a phone: for all pages about phones.

The codes are shown while they are valid; the database has only their hashes.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from flask import flash, session as browser_session
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.book.joining import codes, join_codes
from scorekeeper.book.scorebooks import phones
from scorekeeper.web.forms.base import RecordingForm, form_with_fields
from scorekeeper.web.forms.names import clean_name
from scorekeeper.web.site import db
from scorekeeper.words.errors import describe_error
from scorekeeper.words.language import gettext as _

SESSION_KEY = "own_codes"
MAX_CODES = 4
"""Codes that a session remembers, the newest last."""


def find_code(session: Session, about: str) -> tuple[str, datetime] | None:
    """Return the valid code for a match, an evening or a scorebook, and when it ends, or None."""
    code, until = browser_session.get(SESSION_KEY, {}).get(about, ("", ""))
    if not code or join_codes.find_right(session, code) is None:
        return None
    return codes.format_code(code), datetime.fromisoformat(until)


def ensure_code(session: Session, about: str, create: Callable[[], str]) -> None:
    """Create and remember a code, unless the last one is still valid."""
    if find_code(session, about) is not None:
        return
    until = now() + timedelta(seconds=join_codes.JOIN_CODE_SECONDS)
    others = {
        key: kept for key, kept in browser_session.get(SESSION_KEY, {}).items() if key != about
    }
    known = {**others, about: (create(), until.isoformat())}
    browser_session[SESSION_KEY] = dict([*known.items()][-MAX_CODES:])


def rename_phone(require: Callable[[Session], object], phone: str) -> RecordingForm | None:
    """Rename a phone from the form if `require` allows it; return the form if it is invalid."""
    form = form_with_fields(RecordingForm, ("name",))()
    try:
        with db.write() as (session, secret):
            require(session)
            phones.rename(session, secret, phone, clean_name(form["name"].data) or "")
    except rules.SetUpError as error:
        form.add_error(describe_error(error), "name")
        return form
    flash(_("Phone renamed"))
    return None
