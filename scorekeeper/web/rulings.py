"""The rulings desk: what happened, what the rules say, and the ruling as a line in the hand."""

from enum import StrEnum
from typing import TypeVar

from flask import Blueprint, abort, make_response, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book import matches
from scorekeeper.book.loading import Kept
from scorekeeper.rules.desk import ANSWERS, Noticed, Remedy

from .conflict import changed_meanwhile
from .forms import RecordingForm, plain, whole_number
from .match import load
from .recording import now, record

Kind = TypeVar("Kind", bound=StrEnum)

blueprint = Blueprint("rulings", __name__, url_prefix="/matches/<public_id>/rulings")

LONGEST_NOTE = 500
FALL_AWAY = "hands fall away"


@blueprint.get("")
def show(public_id: str) -> BaseResponse:
    """Ask what happened, then when it was noticed, then answer."""
    return page(load(public_id))


@blueprint.post("")
def apply(public_id: str) -> BaseResponse:
    """Record a ruling on a hand."""
    note = plain(request.form.get("note"), LONGEST_NOTE)

    def change(match: rules.Match) -> rules.Match:
        number, seat = (
            whole_number(request.form.get("hand")),
            whole_number(request.form.get("seat")),
        )
        incident = _chosen(rules.Incident, "kind")
        if number is None or incident is None:
            raise rules.StepError("no such hand", number=request.form.get("hand"))
        if seat not in range(len(match.players)):
            raise rules.RulingError("no offender")
        assert seat is not None
        ruling = rules.Ruling(incident, seat, note=note, noted=now())
        if incident is rules.Incident.REVOKE and "penalty" in request.form:
            ruling = rules.revoke_ruling(match.house, seat, note, now())
        return _agreed(match, match.rule(number, ruling))

    return record(public_id, change, _("The ruling is in the hand."), why=note, refuse=page)


@blueprint.post("/withdrawal")
def withdraw(public_id: str) -> BaseResponse:
    """Take back a ruling."""

    def change(match: rules.Match) -> rules.Match:
        number, place = (whole_number(request.form.get(name)) for name in ("hand", "place"))
        if number is None or place is None:
            raise rules.StepError("no such ruling", number=number)
        return _agreed(match, match.withdraw(number, place))

    return record(public_id, change, _("The ruling is withdrawn."), why="", refuse=page)


def page(kept: Kept, refused: rules.RuleError | matches.Stale | None = None) -> BaseResponse:
    """Return the desk, with what was chosen and typed still there."""
    incident = _chosen(rules.Incident, "kind")
    noticed = _chosen(Noticed, "noticed")
    answers = ANSWERS[incident] if incident else {}
    if len(answers) == 1:
        noticed = next(iter(answers))
    form, status, warned = RecordingForm.fresh(kept.version), 200, None
    if isinstance(refused, rules.RuleError):
        form.refuse_rule(refused, kept.match.players, kept.match.sides)
        status, warned = 422, refused.values["first"] if refused.code == FALL_AWAY else None
    elif refused is not None:
        form.refuse(changed_meanwhile())
        status = 409
    html = render_template(
        "referee/rulings.html",
        kept=kept,
        match=kept.match,
        incident=incident,
        noticed=noticed,
        answers=answers,
        answer=answers.get(noticed) if noticed else None,
        Remedy=Remedy,
        numbers=[
            number
            for number, hand in enumerate(kept.match.hands, start=1)
            if hand.bids is not None and not hand.redeal
        ],
        form=form,
        warned=warned,
    )
    return make_response(html, status)


def _agreed(old: rules.Match, new: rules.Match) -> rules.Match:
    """Return the new match; hands fall away only after a warning has named the first of them."""
    lost, first = len(old.hands) - len(new.hands), len(new.hands) + 1
    if lost > 0 and request.form.get("anyway") != str(first):
        raise rules.RulingError(FALL_AWAY, first=first, hands=lost)
    return new


def _chosen(kinds: type[Kind], name: str) -> Kind | None:
    """Return the choice of an address or a form; 404 for one that does not exist."""
    written = request.values.get(name)
    if written is None:
        return None
    try:
        return kinds(written)
    except ValueError:
        abort(404)
