"""The forms for place and note of a match, and for the note of a hand."""

from functools import partial

from flask import Response, flash, make_response, render_template

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.matches import notes
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.web.forms.base import initial_values, read_submission
from scorekeeper.web.forms.notes import NotesForm, notes_form, typed_field
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.logs import count_event
from scorekeeper.web.site import db, rendering
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match import notes as words


def show(public_id: str, place: int | None = None) -> Response:
    """Show the form for place and note of a match, or for the note of the hand at a place."""
    stored = db.load_writable_match(public_id)
    noted = stored.match if place is None else _find_hand(stored, place)
    now = {name: getattr(noted, name) for name in _list_fields(place)}
    return _render_page(stored, notes_form([*now], now, **initial_values(stored.version)), place)


def save(public_id: str, place: int | None = None) -> Response:
    """Save place and note of a match, or the note of a hand."""
    stored = db.load_writable_match(public_id)
    secret, submission = current_device.read_secret(), read_submission()
    rate_limits.count("saves", secret or "")
    form = notes_form(_list_fields(place))
    texts = form.typed_texts(), form.previous_texts()
    page = partial(_render_page, stored, form, place)
    try:
        with db.database().write() as session:
            notes.save_notes(session, secret, public_id, submission, *texts, place)
    except rules.SetUpError as error:
        form.add_error(words.describe_note_error(error), typed_field(str(error.values["field"])))
        return page(422)
    except notes.NoteConflict as conflict:
        count_event("conflict")
        form.show_conflict(conflict.now)
        return page(409)
    flash(_("Note saved"))
    if stored.match.outcome is None:
        return rendering.redirect_to("match.show", public_id=public_id)
    anchor = None if place is None else f"hand-{place}"
    return rendering.redirect_to("review.show", public_id=public_id, _anchor=anchor)


def _list_fields(place: int | None) -> tuple[str, ...]:
    return ("place", "note") if place is None else ("note",)


def _find_hand(stored: StoredMatch, place: int) -> rules.Hand:
    if not 1 <= place <= len(stored.match.hands):
        raise AccessDenied(stored.public_id)
    return stored.match.hands[place - 1]


def _render_page(
    stored: StoredMatch, form: NotesForm, place: int | None = None, status: int = 200
) -> Response:
    html = render_template("match/note.html", stored=stored, form=form, place=place)
    return make_response(html, status)
