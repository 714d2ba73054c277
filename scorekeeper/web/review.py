"""A match as it was played: how it went, what was best, hand by hand, what was changed."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from flask import Blueprint, Response, render_template

from scorekeeper import rules
from scorekeeper.book.changes import Logged, log
from scorekeeper.book.loading import Stored
from scorekeeper.rules import Fact
from scorekeeper.rules.awards import awards
from scorekeeper.rules.what_if import other_presets
from scorekeeper.web.forms.base import RecordingForm, fresh
from scorekeeper.web.site.chart import score_line
from scorekeeper.web.site.pages import kept
from scorekeeper.web.site.scorebook import database, load

TOLD = (Fact.CORRECTION, Fact.RULING, Fact.WITHDRAWAL, Fact.HOUSE_RULES)
"""What the review tells of; bids, tricks and the like stand in the hands themselves."""
UNKNOWN = datetime.min.replace(tzinfo=UTC)

blueprint = Blueprint("review", __name__)


class Happened(NamedTuple):
    """A ruling or a correction, when it was made, and the change it was, where that was kept."""

    record: rules.Record
    at: datetime | None
    ruling: rules.Ruling | None
    logged: Logged | None = None


@blueprint.get("/matches/<public_id>/review")
def show(public_id: str) -> Response:
    """Show a match as it was played."""
    return kept(load(public_id), _rendered)


def _rendered(stored: Stored) -> str:
    match = stored.match
    with database().read() as session:
        changes = [one for one in log(session, stored) if one.record.fact in TOLD]
    return render_template(
        "match/review.html",
        stored=stored,
        match=match,
        chart=score_line(match),
        awards=awards(match),
        presets=other_presets(match) if any(match.scores) else (),
        happened=_in_order(match, changes),
        sending=RecordingForm(**fresh(stored.version)),
    )


def _in_order(match: rules.Match, changes: Sequence[Logged]) -> list[Happened]:
    """Return rulings and corrections as they happened.

    Rulings without a change were made before changes were kept, or came in a file.
    """
    logged = [(one.record.hand, one.change.ruling) for one in changes]
    found = [
        Happened(rules.Record(Fact.RULING, place), ruling.noted, ruling)
        for place, hand in enumerate(match.hands, start=1)
        for ruling in hand.rulings
        if (place, ruling) not in logged
    ]
    found += [Happened(one.record, one.at, one.change.ruling, one) for one in changes]
    return sorted(found, key=lambda one: one.at or UNKNOWN)
