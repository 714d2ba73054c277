"""Place and note of a match, and the note of a hand: what people want to know a week later."""

from functools import partial

from flask import Blueprint, Response, make_response, render_template
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book.access.grants import NotYours
from scorekeeper.book.matches import notes
from scorekeeper.book.matches.match_loader import Stored
from scorekeeper.web.forms.base import fresh, sending
from scorekeeper.web.forms.notes import NotesForm, notes_form, typed_field
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.log_events import happened
from scorekeeper.web.site.db import database, load_to_change
from scorekeeper.web.site.rendering import saved, see
from scorekeeper.words import notes as words

blueprint = Blueprint("notes", __name__, url_prefix="/matches/<public_id>")

OF_MATCH, OF_HAND = ("place", "note"), ("note",)


@blueprint.get("/note")
def show(public_id: str) -> Response:
    """Ask where a match was played, and what is to be noted of it."""
    stored = load_to_change(public_id)
    now = {name: getattr(stored.match, name) for name in OF_MATCH}
    return _page(stored, notes_form(OF_MATCH, now, **fresh(stored.version)))


@blueprint.post("/note")
def save(public_id: str) -> BaseResponse:
    """Note place and words of a match."""
    return _saved(public_id, None)


@blueprint.get("/hands/<int:place>/note")
def show_hand(public_id: str, place: int) -> Response:
    """Ask what is to be noted of a hand."""
    stored = load_to_change(public_id)
    hands = dict(enumerate(stored.match.hands, start=1))
    if place not in hands:
        raise NotYours(public_id)
    now = {"note": hands[place].note}
    return _page(stored, notes_form(OF_HAND, now, **fresh(stored.version)), place)


@blueprint.post("/hands/<int:place>/note")
def save_hand(public_id: str, place: int) -> BaseResponse:
    """Note words of a hand."""
    return _saved(public_id, place)


def _saved(public_id: str, place: int | None) -> BaseResponse:
    stored = load_to_change(public_id)
    rate_limits.count("saves", current_device.known() or "")
    form = notes_form(OF_MATCH if place is None else OF_HAND)
    about = current_device.known(), public_id, sending(), form.said(), form.was(), place
    page = partial(_page, stored, form, place)
    try:
        with database().write() as session:
            notes.write(session, *about)
    except rules.SetUpError as error:
        form.refuse(words.refused(error), typed_field(str(error.values["field"])))
        return page(422)
    except notes.NotedMeanwhile as meanwhile:
        happened("conflict")
        form.meanwhile(meanwhile.now)
        return page(409)
    saved(words.saved())
    if stored.match.outcome is None:
        return current_device.renew(see("match.show", public_id=public_id))
    anchor = None if place is None else f"hand-{place}"
    return current_device.renew(see("review.show", public_id=public_id, _anchor=anchor))


def _page(stored: Stored, form: NotesForm, place: int | None = None, status: int = 200) -> Response:
    html = render_template("match/note.html", stored=stored, form=form, place=place)
    return make_response(html, status)
