"""The void watch: who showed out of a suit at which trick, noted on this phone for this hand.

The notes are an aid and no fact of the match: they lie in the session cookie, and those of one
hand at a time, so that they stay few.
"""

from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, abort, render_template, request, session
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.cards import Suit
from scorekeeper.rules.referee import Revoke, Seen, watch_voids
from scorekeeper.web.forms.base import parse_int
from scorekeeper.web.site.db import load_match
from scorekeeper.web.site.rendering import redirect_to
from scorekeeper.words.refusals import refusal

blueprint = Blueprint("voids", __name__, url_prefix="/matches/<public_id>/voids")

SESSION_KEY = "voids"


class VoidNote(NamedTuple):
    """The trick in which a seat showed out of a suit, and the one in which it played it after."""

    trick: int
    later: int | None = None


VoidNotes = Mapping[tuple[int, Suit], VoidNote]


@blueprint.get("")
def show(public_id: str) -> str:
    """Show the notes of the hand that is being played."""
    return render_page(load_match(public_id))


@blueprint.post("")
def note(public_id: str) -> BaseResponse | tuple[str, int]:
    """Note what somebody showed, or take a note back."""
    stored = load_match(public_id)
    match = stored.match
    trick = choose_trick(match)
    try:
        notes = update_notes(match, load_notes(public_id, match), trick)
    except rules.CardError as error:
        return render_page(stored, refusal(error, match.players)), 422
    save_notes(public_id, match, notes)
    return redirect_to("voids.show", public_id=public_id, **_trick_argument(match, trick))


def render_page(stored: StoredMatch, refused: str = "") -> str:
    """Return the page of the watch, with what stands in the way of a note."""
    match, notes = stored.match, load_notes(stored.public_id, stored.match)
    return render_template(
        "referee/voids.html",
        stored=stored,
        match=match,
        notes=notes,
        revokes=find_revokes(match, notes),
        trick=choose_trick(match, notes),
        suits=list(Suit),
        refused=refused,
    )


def update_notes(match: rules.Match, notes: VoidNotes, trick: int) -> VoidNotes:
    """Return the notes with what the form says; raise CardError for what cannot be."""
    what, _sep, where = request.form.get("note", "").partition("-")
    place = _place(match, where)
    if what == "out":
        return {place: VoidNote(trick), **notes}
    if what == "played" and place in notes and trick >= notes[place].trick:
        changed = {**notes, place: notes[place]._replace(later=trick)}
        find_revokes(match, changed)
        return changed
    if what == "forget":
        return {other: note for other, note in notes.items() if other != place}
    return notes


def find_revokes(match: rules.Match, notes: VoidNotes) -> tuple[Revoke, ...]:
    """Return the revokes in the notes; raise CardError for what cannot be."""
    voids = [Seen(seat, suit, noted.trick) for (seat, suit), noted in notes.items()]
    played = [
        Seen(seat, suit, noted.later)
        for (seat, suit), noted in notes.items()
        if noted.later is not None
    ]
    return watch_voids(match.house.game, voids, played)


def choose_trick(match: rules.Match, notes: VoidNotes | None = None) -> int:
    """Return the trick that notes are for: the tally's, the one chosen, or the last noted."""
    if match.current is not None and match.current.tally:
        return len(match.current.tally) + 1
    chosen = parse_int(request.values.get("trick"))
    if chosen is not None and 1 <= chosen <= match.house.game.tricks:
        return chosen
    return max([noted.later or noted.trick for noted in (notes or {}).values()], default=1)


def load_notes(public_id: str, match: rules.Match) -> VoidNotes:
    """Return the notes of this phone for the hand that is being played."""
    noted = session.get(SESSION_KEY, {})
    if (noted.get("match"), noted.get("hand")) != (public_id, match.due_place):
        return {}
    return {
        (seat, Suit(suit)): VoidNote(trick, later) for seat, suit, trick, later in noted["notes"]
    }


def save_notes(public_id: str, match: rules.Match, notes: VoidNotes) -> None:
    """Keep the notes; those of another hand are forgotten."""
    listed = [[seat, suit.value, *noted] for (seat, suit), noted in notes.items()]
    session[SESSION_KEY] = {"match": public_id, "hand": match.due_place, "notes": listed}


def _place(match: rules.Match, written: str) -> tuple[int, Suit]:
    """Return the seat and the suit that a button is about."""
    seat, _sep, suit = written.partition("-")
    number = parse_int(seat)
    if number is None or number >= len(match.players) or suit not in list(Suit):
        abort(400)
    return number, Suit(suit)


def _trick_argument(match: rules.Match, trick: int) -> dict[str, int]:
    """Return what of the address says which trick it is, where the tally does not."""
    return {} if match.current is not None and match.current.tally else {"trick": trick}
