"""The drawing guide of the two-player game; the session stores the current turn."""

from flask import Response, abort, make_response, render_template, request, session

from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.games import count_drawing_turns, count_held_cards, find_drawer
from scorekeeper.web.forms.base import parse_int
from scorekeeper.web.site.db import load_match

CHOICES = ("keep", "discard")


def show(public_id: str) -> Response:
    """Show a turn of the drawing, or the page after the last; by default the last turn seen."""
    stored = load_match(public_id)
    game, first = stored.match.house.game, stored.match.turn.first
    turns = count_drawing_turns(game)
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
        turn=turn,
        turns=turns,
        drawing=find_drawer(game, first, turn),
        before=find_drawer(game, first, turn - 1),
        did=did,
        held=count_held_cards(game, first, turn - 1),
    )
    return make_response(page)


def _last_turn(stored: StoredMatch) -> tuple[int | None, str | None]:
    """Return the last turn seen in this hand, and the choice made in the turn before."""
    match session.get("drawing"):
        case [public_id, hand, int(turn), did] if [public_id, hand] == _hand_key(stored):
            return turn, did
    return 1, None


def _hand_key(stored: StoredMatch) -> list[str | int]:
    """Return a key of the current hand; it changes after a misdeal."""
    return [stored.public_id, len(stored.match.hands)]
