"""A match as it was played: hand by hand, the score line, what was changed."""

from collections.abc import Sequence

from flask import Blueprint, Response, render_template

from scorekeeper import rules
from scorekeeper.book.changes import Logged, log
from scorekeeper.book.loading import Stored
from scorekeeper.rules import Fact
from scorekeeper.web.forms.base import RecordingForm, fresh
from scorekeeper.web.site.chart import score_line
from scorekeeper.web.site.pages import kept
from scorekeeper.web.site.scorebook import database, load

TOLD = (Fact.CORRECTION, Fact.RULING, Fact.WITHDRAWAL, Fact.HOUSE_RULES)
"""What the review tells of; bids, tricks and the like stand in the hands themselves."""

blueprint = Blueprint("review", __name__)


@blueprint.get("/matches/<public_id>/review")
def show(public_id: str) -> Response:
    """Show a match as it was played."""
    return kept(load(public_id), _rendered)


def _rendered(stored: Stored) -> str:
    with database().read() as session:
        changes = [one for one in log(session, stored) if one.record.fact in TOLD]
    return render_template(
        "match/review.html",
        stored=stored,
        match=stored.match,
        chart=score_line(stored.match),
        changes=changes,
        sending=RecordingForm(**fresh(stored.version)),
        unlogged=_unlogged(stored.match, changes),
    )


def _unlogged(
    match: rules.Match, changes: Sequence[Logged]
) -> list[tuple[rules.Record, rules.Ruling]]:
    """Return the rulings that were made before changes were kept, or came in a file."""
    logged = [(one.record.hand, one.change.ruling) for one in changes]
    return [
        (rules.Record(Fact.RULING, place), ruling)
        for place, hand in enumerate(match.hands, start=1)
        for ruling in hand.rulings
        if (place, ruling) not in logged
    ]
