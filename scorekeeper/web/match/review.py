"""The review of a match: its score line, awards, hands and changes, and other house rules."""

from flask import Response, abort, render_template, request

from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.undo_tree import load_log
from scorekeeper.rules import Fact
from scorekeeper.rules.review.awards import find_awards
from scorekeeper.rules.review.what_if import list_other_presets, replay_with_rules
from scorekeeper.web.charts import score_line
from scorekeeper.web.site import db, page_cache

REVIEWED_FACTS = (Fact.CORRECTION, Fact.RULING, Fact.WITHDRAWAL, Fact.HOUSE_RULES, Fact.DEALER)
"""Facts listed in the review; bids, tricks and the like are in the hands themselves."""


def show(public_id: str) -> Response:
    """Show the review of a match."""
    return page_cache.render_cached_match_page(db.load_match(public_id), _render)


def show_what_if(public_id: str) -> str:
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


def _render(stored: StoredMatch) -> str:
    match = stored.match
    with db.database().read() as session:
        log = load_log(session, stored)
    return render_template(
        "match/review.html",
        stored=stored,
        match=match,
        chart=score_line(match),
        awards=find_awards(match),
        presets=list_other_presets(match) if any(match.scores) else (),
        happened=[
            one
            for one in log
            if one.record.fact in REVIEWED_FACTS or one.change.after.awarded is not None
        ],
    )
