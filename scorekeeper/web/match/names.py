"""The form to name the seats of a match, at any time."""

from flask import Response, flash, make_response, render_template, request

from scorekeeper import rules
from scorekeeper.book.matches import seats
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.players import players
from scorekeeper.book.players.player_names import NamesChanged, NameTaken
from scorekeeper.web.forms.names import NamesForm, names_form, player_field
from scorekeeper.web.http import current_device
from scorekeeper.web.http.logs import count_event
from scorekeeper.web.site import db, rendering
from scorekeeper.words.errors import describe_error, describe_spelling
from scorekeeper.words.language import gettext as _


def show(public_id: str) -> Response:
    """Show the names of the seats."""
    stored = db.load_writable_match(public_id)
    return _render_page(stored, names_form(stored.match.house.game, stored.match))


def save(public_id: str) -> Response:
    """Save the changed names."""
    stored = db.load_writable_match(public_id)
    game = stored.match.house.game
    form, all_seats = names_form(game), range(game.seats)
    names, shown = form.changed(all_seats), form.shown(all_seats)
    are_others = "other" in request.form
    try:
        with db.database().write() as session:
            asking = session, current_device.read_secret(), public_id
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
        count_event("conflict")
        form.show_conflict(changed.now)
        return _render_page(stored, form, 409)
    flash(_("Names saved"))
    rendering.flash_respelled_seats(public_id, names, session, shown)
    return rendering.redirect_to("match.show", public_id=public_id)


def _render_page(stored: StoredMatch, form: NamesForm, status: int = 200) -> Response:
    with db.database().read() as session:
        known = players.list_names(session, current_device.read_secret())
    html = render_template(
        "match/names.html", stored=stored, game=stored.match.house.game, form=form, names=known
    )
    return make_response(html, status)
