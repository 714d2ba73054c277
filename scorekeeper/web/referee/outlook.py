"""What do we need? Before the bids the least bid that wins, after them how the hand can fall."""

from flask import Blueprint, Response, render_template

from scorekeeper.book.columns import now
from scorekeeper.book.loading import Stored
from scorekeeper.rules.least_bid import least_bids
from scorekeeper.rules.needs import condense
from scorekeeper.rules.outlook import ahead
from scorekeeper.rules.outlook_tables import tables
from scorekeeper.web.forms.base import RecordingForm, fresh
from scorekeeper.web.site.pages import kept
from scorekeeper.web.site.scorebook import load
from scorekeeper.words import outlook as words

blueprint = Blueprint("outlook", __name__)


@blueprint.get("/matches/<public_id>/outlook")
def show(public_id: str) -> Response:
    """Show what each side needs in this hand."""
    return kept(load(public_id), _rendered)


def _rendered(stored: Stored) -> str:
    match = stored.match
    minutes = match.minutes_at(now())
    views = ahead(match, minutes)
    return render_template(
        "referee/outlook.html",
        stored=stored,
        match=match,
        clock=words.clock(match, minutes),
        needs=condense(views),
        views=views,
        tables=tables(match.house.game, views),
        sending=RecordingForm(**fresh(stored.version)),
        least=[] if views else least_bids(match, minutes),
    )
