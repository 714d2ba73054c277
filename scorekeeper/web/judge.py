"""The trick judge: cards as they were played, and what the rules say of them.

All that is asked stands in the address, so that reload and Back work.
"""

from flask import Blueprint, render_template

from scorekeeper import rules

from .judge_asked import judged, keys, read, trick
from .match import load
from .sentences import sentence

blueprint = Blueprint("judge", __name__)


@blueprint.get("/matches/<public_id>/judge")
def show(public_id: str) -> str | tuple[str, int]:
    """Show a trick, or a hand trick by trick, with what the rules say of it."""
    kept = load(public_id)
    about = {"kept": kept, "match": kept.match}
    try:
        asked = read(kept.match)
        play = judged(kept.match.house.game, asked)
    except rules.CardError as error:
        refused = sentence(error, kept.match.players)
        return render_template("referee/judge.html", refused=refused, **about), 422
    game = kept.match.house.game
    about |= {"asked": asked, "play": play, "trick": trick(game, asked, play)}
    return render_template("referee/judge.html", keys=keys(game, asked, play), **about)
