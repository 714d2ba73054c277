"""A match as it was played: hand by hand, the score line, what was changed."""

from flask import Blueprint, Response, render_template

from scorekeeper.book.changes import corrections
from scorekeeper.book.loading import Stored
from scorekeeper.web.forms.base import RecordingForm, fresh
from scorekeeper.web.site.chart import score_line
from scorekeeper.web.site.pages import kept
from scorekeeper.web.site.scorebook import database, load

blueprint = Blueprint("review", __name__)


@blueprint.get("/matches/<public_id>/review")
def show(public_id: str) -> Response:
    """Show a match as it was played."""
    return kept(load(public_id), _rendered)


def _rendered(stored: Stored) -> str:
    with database().read() as session:
        changes = corrections(session, stored)
    return render_template(
        "match/review.html",
        stored=stored,
        match=stored.match,
        chart=score_line(stored.match),
        changes=changes,
        sending=RecordingForm(**fresh(stored.version)),
    )
