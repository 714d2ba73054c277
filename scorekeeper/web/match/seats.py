"""The seats of a match: their names, phones that claim one, and their replies to a hand."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response, abort, flash, make_response, render_template, request
from sqlalchemy.orm import Session
from wtforms import Field

from scorekeeper import rules
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.matches import matches, seats
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.players import players
from scorekeeper.book.players.player_names import NamesChanged, NameTaken
from scorekeeper.web.forms.base import (
    RecordingForm,
    clean_text,
    form_with_fields,
    initial_values,
    read_index,
)
from scorekeeper.web.forms.names import clean_name, player_field, shown_field
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import answers, db, rendering
from scorekeeper.words.errors import describe_error, describe_spelling
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match.hand import describe_taken_seat

REPLIES = {"confirmed": seats.CONFIRMED, "queried": seats.QUERIED, "undo": None}
"""Replies to store, by the keys of the form; None undoes one."""


def claim(public_id: str) -> Response:
    """Claim a seat for this phone, which names it, too."""
    seat = read_index("seat")
    try:
        with _writing() as (session, secret):
            seats.claim_seat(session, secret, public_id, seat)
    except seats.SeatTaken:
        stored = db.load_match(public_id)
        return answers.refuse(stored, reason=describe_taken_seat(stored.match, seat))
    return rendering.redirect_to("match.show", public_id=public_id)


def release(public_id: str) -> Response:
    """Release a seat."""
    with _writing() as (session, secret):
        seats.release_seat(session, secret, public_id, read_index("seat"))
    return rendering.redirect_to("match.show", public_id=public_id)


def save_reply(public_id: str, place: int) -> Response:
    """Confirm or query a hand as it was shown, or undo that."""
    db.load_match(public_id)
    word = request.form.get("word")
    if word not in REPLIES:
        abort(422)
    fingerprint = clean_text(request.form.get("hand"))
    try:
        with _writing() as (session, secret):
            seats.save_reply(session, secret, public_id, place, fingerprint, REPLIES[word])
    except matches.StaleMatch:
        return answers.refuse(db.load_match(public_id))
    return rendering.redirect_to("match.show", public_id=public_id)


@contextmanager
def _writing() -> Iterator[tuple[Session, Secret | None]]:
    secret = current_device.read_secret()
    rate_limits.count("saves", secret or rate_limits.client_address())
    with db.write() as asking:
        yield asking


class NamesForm(RecordingForm):
    """The names of a match by seat, and as they were shown; created by `names_form`."""

    seats: range

    def player(self, seat: int) -> Field:
        return self[player_field(seat)]

    def shown(self) -> dict[int, str | None]:
        return {seat: clean_name(self[shown_field(seat)].data) for seat in self.seats}

    def changed(self) -> dict[int, str | None]:
        """Return the names of the seats that were changed since the form was shown."""
        typed = {seat: clean_name(self.player(seat).data) for seat in self.seats}
        return {seat: name for seat, name in typed.items() if name != self.shown()[seat]}


def names_form(game: rules.Game, **shown: object) -> NamesForm:
    """Return the form for one game: as posted, or filled in by `initial_values(…)`."""
    seats = range(game.seats)
    fields = [field(seat) for seat in seats for field in (player_field, shown_field)]
    form = form_with_fields(NamesForm, fields)(**shown)
    form.seats = seats
    return form


def show_names(public_id: str) -> Response:
    """Show the names of the seats."""
    stored = db.load_writable_match(public_id)
    form = names_form(stored.match.house.game, **initial_values())
    for seat, name in enumerate(stored.match.players):
        form.player(seat).data = form[shown_field(seat)].data = clean_name(name)
    return _render_page(stored, form)


def save_names(public_id: str) -> Response:
    """Save the changed names."""
    stored = db.load_writable_match(public_id)
    form = names_form(stored.match.house.game)
    names, shown = form.changed(), form.shown()
    are_others = "other" in request.form
    try:
        with db.write() as (session, secret):
            asking = session, secret, public_id
            if are_others:
                # The player gets back the name that the other one takes.
                seats.name_seats(*asking, {seat: shown[seat] for seat in names}, names)
            seats.name_seats(*asking, names, shown, are_others=are_others)
    except rules.SetUpError as error:
        position = error.values.get("position")
        field = player_field(position) if isinstance(position, int) else None
        form.add_error(describe_error(error, stored.match.players), field)
        return _render_page(stored, form, 422)
    except NameTaken as taken:
        seat = next(seat for seat, name in names.items() if name == taken.name)
        form.add_error(describe_spelling(taken.name, taken.other.name), player_field(seat))
        return _render_page(stored, form, 422)
    except NamesChanged as changed:
        for seat, saved in changed.now.items():
            form.show_saved(player_field(seat), shown_field(seat), saved, clean_name)
        return _render_page(stored, form, 409)
    flash(_("Names saved"))
    rendering.flash_respelled_seats(public_id, names, session, shown)
    return rendering.redirect_to("match.show", public_id=public_id)


def _render_page(stored: StoredMatch, form: NamesForm, status: int = 200) -> Response:
    with db.read() as asking:
        known = players.list_names(*asking)
    html = render_template(
        "match/names.html", stored=stored, game=stored.match.house.game, form=form, names=known
    )
    return make_response(html, status)
