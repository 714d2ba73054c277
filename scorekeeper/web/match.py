"""The match page: where it stands, and exactly the one thing to do now."""

import json
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from scorekeeper import rules
from scorekeeper.book import matches
from scorekeeper.book.loading import Kept
from scorekeeper.rules import notation

from . import device
from .chart import score_line
from .forms import RecordingForm
from .hand_forms import BidsForm, bids_form, filled, recorded, tricks_form
from .rendering import database

blueprint = Blueprint("match", __name__)


@blueprint.get("/matches/<public_id>")
def show(public_id: str) -> Response:
    """Show a match at its present step."""
    return page(load(public_id))


@blueprint.get("/matches/<public_id>/file")
def file(public_id: str) -> Response:
    """Send the match as its file."""
    written = json.dumps(notation.write(load(public_id).match), ensure_ascii=False, indent=1)
    response = Response(written + "\n", mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="spades-match.json"'
    return response


def load(public_id: str) -> Kept:
    """Return a match this device may read."""
    with database().read() as session:
        return matches.load(session, device.known(), public_id)


def page(
    kept: Kept,
    form: RecordingForm | None = None,
    *,
    refused: rules.RuleError | None = None,
    status: int = 200,
) -> Response:
    """Return the match page with a form as it was filled in, or with a fresh one."""
    changing = request.args.get("change") == "bids" or isinstance(form, BidsForm)
    if form is None:
        form = _due_form(kept, changing)
    if refused is not None:
        form.refuse_rule(refused, kept.match.players, kept.match.sides)
    html = render_template(
        "match/show.html",
        kept=kept,
        match=kept.match,
        form=form,
        changing=changing and kept.match.current is not None,
        by_player=_by_player(),
        tallying=_tallying(kept.match),
        chart=score_line(kept.match) if kept.match.outcome else None,
        undo=what_undo_takes_back(kept.match),
    )
    return make_response(html, status)


def what_undo_takes_back(match: rules.Match) -> str | None:
    """Return the last fact: bids, trick, tricks, misdeal, end, or None where there is none."""
    if match.outcome is not None and match.outcome.ending is rules.Ending.EARLY:
        return "end"
    if not match.hands:
        return None
    last = match.hands[-1]
    if last.redeal:
        return "misdeal"
    if last.tally:
        return "trick"
    return "tricks" if last.tricks else "bids"


def _due_form(kept: Kept, changing: bool) -> Any:
    """Return the form for what is due now."""
    match, about = kept.match, {"version": kept.version, "number": kept.match.turn.hand}
    current = match.current
    if current is not None and changing:
        return filled(bids_form(match), recorded(match, current), **about)
    if match.step is rules.Step.BIDS:
        return bids_form(match).fresh(**about)
    if match.due_bids is not None and match.step is rules.Step.TRICKS:
        return tricks_form(match, match.due_bids, by_player=_by_player()).fresh(**about)
    return RecordingForm.fresh(**about)


def _by_player() -> bool:
    """Whether the tricks are asked for every player, not for every side."""
    return request.values.get("by") == "player"


def _tallying(match: rules.Match) -> bool:
    """Whether the tricks are noted one by one, not as numbers."""
    hand, way = match.current, request.values.get("by")
    if hand is None or not hand.bids:
        return False
    return way == "trick" or (bool(hand.tally) and way is None)
