"""The drawing guide of the two-player game, turn by turn; where it is stands in the address."""

from flask import Blueprint, abort, render_template, request

from scorekeeper import rules

from .forms import whole_number
from .match import load

blueprint = Blueprint("drawing", __name__)


@blueprint.get("/matches/<public_id>/drawing")
def show(public_id: str) -> str:
    """Show a turn of the drawing, or what comes after the last."""
    kept = load(public_id)
    game = kept.match.house.game
    turn = whole_number(request.args.get("turn", 1))
    turns = game.seats * game.tricks
    if game.role is not rules.Role.DRAWS or turn is None or not 1 <= turn <= turns + 1:
        abort(404)
    return render_template(
        "referee/drawing.html",
        kept=kept,
        match=kept.match,
        turn=turn,
        turns=turns,
        drawing=drawer(kept.match, turn),
        before=drawer(kept.match, turn - 1),
        did=request.args.get("did") if turn > 1 else None,
        held=held(kept.match, turn - 1),
    )


def drawer(match: rules.Match, turn: int) -> int:
    """Return the seat whose turn it is: who draws first in this hand, and then in order."""
    return match.house.game.clockwise_from(match.turn.first)[(turn - 1) % len(match.players)]


def held(match: rules.Match, turns: int) -> list[int]:
    """Return how many cards each seat holds after so many turns: one a turn of its own."""
    drawn = [drawer(match, turn) for turn in range(1, turns + 1)]
    return [drawn.count(seat) for seat in range(len(match.players))]
