"""The comparison of a match with other house rules."""

from flask import abort, render_template, request

from scorekeeper.rules.review.what_if import list_other_presets, replay_with_rules
from scorekeeper.web.site import db


def show(public_id: str) -> str:
    """Show how a match would have ended by the house rules of a preset; nothing is stored."""
    stored = db.load_match(public_id)
    match = stored.match
    presets = {preset.key: preset for preset in list_other_presets(match)}
    preset = presets.get(request.args.get("preset") or next(iter(presets), ""))
    if preset is None and request.args.get("preset"):
        abort(404)
    outcome = None
    if preset and any(match.scores):
        outcome = replay_with_rules(match, preset.house(match.house.game.key))
    return render_template(
        "match/what_if.html",
        stored=stored,
        match=match,
        presets=presets.values(),
        preset=preset,
        what_if=outcome,
    )
