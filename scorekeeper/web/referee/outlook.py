"""What do we need? Before the bids the least bid that wins, after them how the hand can fall."""

from flask import Blueprint, Response, render_template

from scorekeeper.book.columns import now
from scorekeeper.book.loading import Stored
from scorekeeper.rules.needs import condense, least_bids
from scorekeeper.rules.outlook import ahead, tables
from scorekeeper.web.forms.base import RecordingForm, fresh
from scorekeeper.web.site.pages import kept
from scorekeeper.web.site.scorebook import load

blueprint = Blueprint("outlook", __name__)


@blueprint.get("/matches/<public_id>/outlook")
def show(public_id: str) -> Response:
    """Show what each side needs in this hand."""
    return kept(load(public_id), _rendered)


def _rendered(stored: Stored) -> str:
    match = stored.match
    minutes = match.minutes_at(now())
    cases = ahead(match, minutes)
    return render_template(
        "referee/outlook.html",
        stored=stored,
        match=match,
        needs=condense(cases) if cases else (),
        tables=tables(match, cases),
        sending=RecordingForm(**fresh(stored.version)),
        least=[] if cases else least_bids(match, minutes),
    )
