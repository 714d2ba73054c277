"""The drawing guide of the two-player game, turn by turn; where it is stands in the address."""

from flask import Blueprint, abort, render_template, request

from scorekeeper.rules.turns import drawer, drawing_turns, held
from scorekeeper.web.forms.base import whole_number
from scorekeeper.web.site.scorebook import load

blueprint = Blueprint("drawing", __name__)


@blueprint.get("/matches/<public_id>/drawing")
def show(public_id: str) -> str:
    """Show a turn of the drawing, or what comes after the last."""
    stored = load(public_id)
    game, first = stored.match.house.game, stored.match.turn.first
    turn = whole_number(request.args.get("turn", 1))
    turns = drawing_turns(game)
    if not turns or turn is None or not 1 <= turn <= turns + 1:
        abort(404)
    return render_template(
        "referee/drawing.html",
        stored=stored,
        match=stored.match,
        turn=turn,
        turns=turns,
        drawing=drawer(game, first, turn),
        before=drawer(game, first, turn - 1),
        did=request.args.get("did") if turn > 1 else None,
        held=held(game, first, turn - 1),
    )
