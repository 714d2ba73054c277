"""The void tracker: who showed out of a suit in which trick, noted on this phone for this hand.

The notes are an aid and not part of the match. They are stored in the session cookie, for one
hand at a time, which limits their size.
"""

from collections.abc import Mapping
from typing import NamedTuple

from flask import Response, abort, render_template, request, session

from scorekeeper import rules
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.cards import Suit
from scorekeeper.rules.referee.play import Revoke, ShownSuit, watch_voids
from scorekeeper.web.forms.base import parse_int
from scorekeeper.web.site import db, rendering
from scorekeeper.words.errors import describe_error

SESSION_KEY = "voids"


class VoidNote(NamedTuple):
    """The trick in which a seat showed out of a suit, and a later one in which it played it."""

    trick: int
    later: int | None = None


VoidNotes = Mapping[tuple[int, Suit], VoidNote]


def show(public_id: str) -> Response:
    """Redirect to Check a trick, which the void tracker is a part of."""
    db.load_match(public_id)
    arguments = request.args.to_dict() | {"voids": "yes"}
    return rendering.redirect_to("judge.show", public_id=public_id, **arguments)


def save_note(public_id: str) -> Response | tuple[str, int]:
    """Add or remove a note."""
    stored = db.load_match(public_id)
    match = stored.match
    trick = choose_trick(match)
    try:
        notes = update_notes(match, load_notes(public_id, match), trick)
    except rules.CardError as error:
        return render_page(stored, describe_error(error, match.players)), 422
    rows = [[seat, suit.value, *note] for (seat, suit), note in notes.items()]
    # They replace those of another hand.
    session[SESSION_KEY] = {"match": public_id, "hand": match.due_place, "notes": rows}
    # The tally determines the trick, if there is one.
    chosen = {} if match.current_hand and match.current_hand.tally else {"trick": trick}
    return rendering.redirect_to("judge.show", public_id=public_id, voids="yes", **chosen)


def render_page(stored: StoredMatch, refused: str = "") -> str:
    """Render the tracker, with the error of a rejected note."""
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
    """Return the notes updated from the form; raise CardError for an impossible note."""
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
    """Return the revokes that the notes prove; raise CardError for impossible notes."""
    voids = [ShownSuit(*place, note.trick) for place, note in notes.items()]
    played = [ShownSuit(*place, note.later) for place, note in notes.items() if note.later]
    return watch_voids(match.house.game, voids, played)


def choose_trick(match: rules.Match, notes: VoidNotes | None = None) -> int:
    """Return the trick to note for: from the tally, the form, or the last note."""
    if match.current_hand is not None and match.current_hand.tally:
        return len(match.current_hand.tally) + 1
    chosen = parse_int(request.values.get("trick"))
    if chosen is not None and 1 <= chosen <= match.house.game.tricks:
        return chosen
    return max([note.later or note.trick for note in (notes or {}).values()], default=1)


def load_notes(public_id: str, match: rules.Match) -> VoidNotes:
    """Load this phone's notes on the current hand."""
    stored = session.get(SESSION_KEY, {})
    if (stored.get("match"), stored.get("hand")) != (public_id, match.due_place):
        return {}
    return {(seat, Suit(suit)): VoidNote(*note) for seat, suit, *note in stored["notes"]}


def _place(match: rules.Match, written: str) -> tuple[int, Suit]:
    seat, _sep, suit = written.partition("-")
    number = parse_int(seat)
    if number is None or number >= len(match.players) or suit not in list(Suit):
        abort(400)
    return number, Suit(suit)
