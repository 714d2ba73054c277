"""Names of scorebooks, codes that this browser made, and the form to rename a phone."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import flash, session as browser_session
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.book.joining import codes, join_codes
from scorekeeper.book.players.players import list_preview_names
from scorekeeper.book.scorebooks import phones
from scorekeeper.book.scorebooks.scorebooks import FIND_NAME, ScorebookAccess
from scorekeeper.web.forms.base import RecordingForm, form_with_fields
from scorekeeper.web.forms.names import clean_name
from scorekeeper.web.site import db
from scorekeeper.words.errors import describe_error
from scorekeeper.words.language import gettext as _
from scorekeeper.words.scorebooks.scorebook import name_scorebook

SESSION_KEY = "own_codes"
MAX_CODES = 4
"""Codes that a session remembers, the newest last; the database has only their hashes."""


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


@dataclass(frozen=True)
class NamedScorebook:
    """A scorebook and its displayed name."""

    book: ScorebookAccess
    name: str


def name_scorebooks(session: Session, books: Iterable[ScorebookAccess]) -> list[NamedScorebook]:
    """Return scorebooks with their names; one without a name is named after its players."""
    return [
        NamedScorebook(book, _scorebook_name(session, book.id, book.name, book.is_home))
        for book in books
    ]


def find_name(session: Session, scorebook_id: int) -> str:
    """Return the name of a scorebook for a phone that may join it."""
    name, is_home = session.execute(FIND_NAME, {"scorebook": scorebook_id}).one()
    return _scorebook_name(session, scorebook_id, name, is_home)


def _scorebook_name(session: Session, scorebook_id: int, name: str | None, is_home: bool) -> str:
    is_known = name is not None or is_home
    people = () if is_known else list_preview_names(session, scorebook_id)
    return name_scorebook(name, is_home, people)
