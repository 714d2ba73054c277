"""The same match by other house rules; nothing is stored."""

from flask import Blueprint, abort, render_template, request

from scorekeeper.rules.review.what_if import list_other_presets, replay_with_rules
from scorekeeper.web.site.db import load_match

blueprint = Blueprint("what_if", __name__)


@blueprint.get("/matches/<public_id>/what-if")
def show(public_id: str) -> str:
    """Show how a match would have ended by the house rules of a preset."""
    stored = load_match(public_id)
    match = stored.match
    presets = {preset.key: preset for preset in list_other_presets(match)}
    preset = presets.get(request.args.get("preset") or next(iter(presets), ""))
    if preset is None and request.args.get("preset"):
        abort(404)
    look = (
        replay_with_rules(match, preset.house(match.house.game.key))
        if preset and any(match.scores)
        else None
    )
    return render_template(
        "match/what_if.html",
        stored=stored,
        match=match,
        presets=presets.values(),
        preset=preset,
        look=look,
    )
