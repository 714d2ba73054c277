"""The drawing guide of the two-player game, turn by turn; the browser remembers how far it is."""

from flask import Blueprint, Response, abort, make_response, render_template, request, session

from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.turns import drawer, drawing_turns, held
from scorekeeper.web.forms.base import parse_int
from scorekeeper.web.site.db import load_match

blueprint = Blueprint("drawing", __name__)

CHOICES = ("keep", "discard")


@blueprint.get("/matches/<public_id>/drawing")
def show(public_id: str) -> Response:
    """Show a turn of the drawing, or what comes after the last; at first, where one left off."""
    stored = load_match(public_id)
    game, first = stored.match.house.game, stored.match.turn.first
    turns = drawing_turns(game)
    if "turn" in request.args:
        turn, did = parse_int(request.args["turn"]), request.args.get("did")
    else:
        turn, did = _last_turn(stored)
    if not turns or turn is None or not 1 <= turn <= turns + 1:
        abort(404)
    did = did if turn > 1 and did in CHOICES else None
    session["drawing"] = [*_hand_key(stored), turn, did]
    page = render_template(
        "referee/drawing.html",
        stored=stored,
        match=stored.match,
        turn=turn,
        turns=turns,
        drawing=drawer(game, first, turn),
        before=drawer(game, first, turn - 1),
        did=did,
        held=held(game, first, turn - 1),
    )
    return make_response(page)


def _last_turn(stored: StoredMatch) -> tuple[int | None, str | None]:
    """Return the turn this browser saw last in this hand, and what was done in the one before."""
    match session.get("drawing"):
        case [public_id, hand, int(turn), did] if [public_id, hand] == _hand_key(stored):
            return turn, did
    return 1, None


def _hand_key(stored: StoredMatch) -> list[str | int]:
    """Return which hand the cards are drawn for: another one after a misdeal."""
    return [stored.public_id, len(stored.match.hands)]
