"""The forms for place and note of a match, and for the note of a hand."""

from functools import partial

from flask import Response, flash, make_response, render_template

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.matches import notes
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.web.forms import base
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import db, rendering
from scorekeeper.words import errors as words
from scorekeeper.words.language import gettext as _


class NotesForm(base.RecordingForm):
    """Texts, `typed`, and as they `were` when the form was shown; created by `notes_form`."""

    names: tuple[str, ...]

    def texts(self, kind: str) -> dict[str, str]:
        return {name: base.clean_note(self[f"{kind}_{name}"].data, name) for name in self.names}


def notes_form(place: int | None, **shown: object) -> NotesForm:
    """Return the form for a match or the hand at a `place`, posted or with `initial_values(…)`."""
    names = ("place", "note") if place is None else ("note",)
    fields = [f"{kind}_{name}" for name in names for kind in ("typed", "was")]
    form = base.form_with_fields(NotesForm, fields)(**shown)
    form.names = names
    return form


def show(public_id: str, place: int | None = None) -> Response:
    """Show the form for place and note of a match, or for the note of the hand at a place."""
    stored = db.load_writable_match(public_id)
    noted = stored.match if place is None else _find_hand(stored, place)
    form = notes_form(place, **base.initial_values(stored.version))
    for name in form.names:
        form[f"typed_{name}"].data = form[f"was_{name}"].data = getattr(noted, name)
    return _render_page(stored, form, place)


def save(public_id: str, place: int | None = None) -> Response:
    """Save place and note of a match, or the note of a hand."""
    stored = db.load_writable_match(public_id)
    secret, submission = current_device.read_secret(), base.read_submission()
    rate_limits.count("saves", secret or "")
    form = notes_form(place)
    texts = form.texts("typed"), form.texts("was")
    page = partial(_render_page, stored, form, place)
    try:
        with db.database().write() as session:
            notes.save_notes(session, secret, public_id, submission, *texts, place)
    except rules.SetUpError as error:
        form.add_error(words.describe_note_error(error), f"typed_{error.values['field']}")
        return page(422)
    except notes.NoteConflict as conflict:
        for name, saved in conflict.now.items():
            clean = partial(base.clean_note, name=name)
            form.show_saved(f"typed_{name}", f"was_{name}", saved, clean)
        return page(409)
    flash(_("Note saved"))
    anchor = None if place is None else f"hand-{place}"
    return rendering.redirect_to("match.show", public_id=public_id, _anchor=anchor)


def _find_hand(stored: StoredMatch, place: int) -> rules.Hand:
    if not 1 <= place <= len(stored.match.hands):
        raise AccessDenied(stored.public_id)
    return stored.match.hands[place - 1]


def _render_page(
    stored: StoredMatch, form: NotesForm, place: int | None = None, status: int = 200
) -> Response:
    html = render_template("match/note.html", stored=stored, form=form, place=place)
    return make_response(html, status)
