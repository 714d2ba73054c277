"""The rulings desk: what happened, what the rules say, and the ruling as a line in the hand."""

from enum import StrEnum
from typing import TypeVar

from flask import Blueprint, abort, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.rules.desk import ANSWERS, Noticed, Remedy

from .forms import RecordingForm, plain, whole_number
from .match import load
from .recording import now, record

Kind = TypeVar("Kind", bound=StrEnum)

blueprint = Blueprint("rulings", __name__, url_prefix="/matches/<public_id>/rulings")

LONGEST_NOTE = 500


@blueprint.get("")
def show(public_id: str) -> str:
    """Ask what happened, then when it was noticed, then answer."""
    kept = load(public_id)
    incident = _chosen(rules.Incident, "kind")
    noticed = _chosen(Noticed, "noticed")
    answers = ANSWERS[incident] if incident else {}
    if len(answers) == 1:
        noticed = next(iter(answers))
    answer = answers.get(noticed) if noticed else None
    return render_template(
        "referee/rulings.html",
        kept=kept,
        match=kept.match,
        incident=incident,
        noticed=noticed,
        answers=answers,
        answer=answer,
        Remedy=Remedy,
        numbers=[
            number
            for number, hand in enumerate(kept.match.hands, start=1)
            if hand.bids is not None and not hand.redeal
        ],
        form=RecordingForm.fresh(kept.version),
    )


@blueprint.post("")
def apply(public_id: str) -> BaseResponse:
    """Record a ruling on a hand."""

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
        note = plain(request.form.get("note"), LONGEST_NOTE)
        ruling = rules.Ruling(incident, seat, note=note, noted=now())
        if incident is rules.Incident.REVOKE and "penalty" in request.form:
            ruling = rules.revoke_ruling(match.house, seat, note, now())
        return match.rule(number, ruling)

    return record(public_id, change, _("The ruling is in the hand."))


@blueprint.post("/withdrawal")
def withdraw(public_id: str) -> BaseResponse:
    """Take back a ruling."""

    def change(match: rules.Match) -> rules.Match:
        number, place = (whole_number(request.form.get(name)) for name in ("hand", "place"))
        if number is None or place is None:
            raise rules.StepError("no such ruling", number=number)
        return match.withdraw(number, place)

    return record(public_id, change, _("The ruling is withdrawn."))


def _chosen(kinds: type[Kind], name: str) -> Kind | None:
    """Return the choice of an address or a form; 404 for one that does not exist."""
    written = request.values.get(name)
    if written is None:
        return None
    try:
        return kinds(written)
    except ValueError:
        abort(404)
