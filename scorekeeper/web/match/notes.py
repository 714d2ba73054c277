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
from scorekeeper.web.http.log_events import count_event
from scorekeeper.web.site import db, rendering
from scorekeeper.words.match import notes as words

MATCH_FIELDS, HAND_FIELDS = ("place", "note"), ("note",)


def show(public_id: str) -> Response:
    """Show the form for place and note of a match."""
    stored = db.load_writable_match(public_id)
    now = {name: getattr(stored.match, name) for name in MATCH_FIELDS}
    return _render_page(stored, notes_form(MATCH_FIELDS, now, **initial_values(stored.version)))


def save(public_id: str) -> Response:
    """Save place and note of a match."""
    return _save_note(public_id, None)


def show_hand(public_id: str, place: int) -> Response:
    """Show the form for the note of a hand."""
    stored = db.load_writable_match(public_id)
    hands = dict(enumerate(stored.match.hands, start=1))
    if place not in hands:
        raise AccessDenied(public_id)
    now = {"note": hands[place].note}
    return _render_page(
        stored, notes_form(HAND_FIELDS, now, **initial_values(stored.version)), place
    )


def save_hand(public_id: str, place: int) -> Response:
    """Save the note of a hand."""
    return _save_note(public_id, place)


def _save_note(public_id: str, place: int | None) -> Response:
    stored = db.load_writable_match(public_id)
    rate_limits.count("saves", current_device.read_secret() or "")
    form = notes_form(MATCH_FIELDS if place is None else HAND_FIELDS)
    note = (
        current_device.read_secret(),
        public_id,
        read_submission(),
        form.typed_texts(),
        form.previous_texts(),
        place,
    )
    page = partial(_render_page, stored, form, place)
    try:
        with db.database().write() as session:
            notes.save_notes(session, *note)
    except rules.SetUpError as error:
        form.add_error(words.describe_note_error(error), typed_field(str(error.values["field"])))
        return page(422)
    except notes.NoteConflict as conflict:
        count_event("conflict")
        form.show_conflict(conflict.now)
        return page(409)
    flash(words.describe_saved())
    if stored.match.outcome is None:
        return current_device.renew_cookie(rendering.redirect_to("match.show", public_id=public_id))
    anchor = None if place is None else f"hand-{place}"
    return current_device.renew_cookie(
        rendering.redirect_to("review.show", public_id=public_id, _anchor=anchor)
    )


def _render_page(
    stored: StoredMatch, form: NotesForm, place: int | None = None, status: int = 200
) -> Response:
    html = render_template("match/note.html", stored=stored, form=form, place=place)
    return make_response(html, status)
