"""A match as it was played: hand by hand, the score line, what was changed."""

from flask import Blueprint, render_template

from scorekeeper.book import matches

from . import device
from .chart import score_line, standings
from .rendering import database

blueprint = Blueprint("review", __name__)


@blueprint.get("/matches/<public_id>/review")
def show(public_id: str) -> str:
    """Show a match as it was played."""
    with database().read() as session:
        kept = matches.load(session, device.known(), public_id)
        changes = matches.changes(session, kept)
    return render_template(
        "match/review.html",
        kept=kept,
        match=kept.match,
        chart=score_line(kept.match),
        rows=standings(kept.match),
        changes=changes,
    )
