"""The rulings desk: what happened, what the rules say, and the ruling as a line in the hand."""

from enum import StrEnum
from typing import TypeVar

from flask import Blueprint, Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book.columns import now
from scorekeeper.book.loading import Stored
from scorekeeper.rules.referee import ANSWERS, Noticed, Remedy, moments, ruling
from scorekeeper.rules.replay import Moved
from scorekeeper.web.forms.base import Invalid, RecordingForm, fresh, plain, whole_number
from scorekeeper.web.site.recording import UNDOABLE, plain_form, recorded
from scorekeeper.web.site.scorebook import load
from scorekeeper.words.language import gettext as _
from scorekeeper.words.refusals import changed_meanwhile, missing

Kind = TypeVar("Kind", bound=StrEnum)

blueprint = Blueprint("rulings", __name__, url_prefix="/matches/<public_id>/rulings")


@blueprint.get("")
def show(public_id: str) -> Response:
    """Ask what happened, then when it was noticed, then answer."""
    return page(load(public_id), RecordingForm(**fresh()))


@blueprint.post("")
def apply(public_id: str) -> BaseResponse:
    """Record a ruling on a hand."""
    note = plain(request.form.get("note"))

    def rule(match: rules.Match, form: RecordingForm) -> rules.Match:
        incident, noticed = _asked()
        seat = whole_number(request.form.get("seat"))
        if incident is None:
            form.refuse(missing(_("What happened?")))
            raise Invalid
        decided = ruling(match.house, incident, noticed, seat, note, now())
        return _agreed(match, match.rule(_number(form, "hand"), decided))

    return recorded(
        public_id,
        plain_form,
        rule,
        _("The ruling is in the hand."),
        kind=UNDOABLE,
        page=refused,
        late=late,
    )


@blueprint.post("/withdrawal")
def withdraw(public_id: str) -> BaseResponse:
    """Take back a ruling."""

    def take_back(match: rules.Match, form: RecordingForm) -> rules.Match:
        return _agreed(match, match.withdraw(_number(form, "hand"), _number(form, "place")))

    return recorded(
        public_id,
        plain_form,
        take_back,
        _("The ruling is withdrawn."),
        kind=UNDOABLE,
        page=refused,
        late=late,
    )


def refused(
    stored: Stored, form: RecordingForm | None, error: rules.RuleError | None = None
) -> Response:
    """Answer a ruling that cannot be, or that has to be agreed to once more."""
    form = form or RecordingForm(**fresh())
    if error is None:
        return page(stored, form, 422)
    form.refuse_rule(error, stored.match)
    return page(stored, form, 422, warned=error.values.get("first"))


def late(stored: Stored) -> Response:
    """Answer a ruling on a match that has moved on, with everything chosen still there."""
    form = RecordingForm(**fresh())
    form.refuse(changed_meanwhile())
    return page(stored, form, 409)


def page(stored: Stored, form: RecordingForm, status: int = 200, warned: object = None) -> Response:
    """Return the desk, with what was chosen and typed still there.

    `warned` is the first hand that would fall away, where that was just said.
    """
    incident, noticed = _asked()
    html = render_template(
        "referee/rulings.html",
        stored=stored,
        match=stored.match,
        incident=incident,
        noticed=noticed,
        moments=moments(incident) if incident else (),
        answer=ANSWERS[incident].get(noticed) if incident and noticed else None,
        Remedy=Remedy,
        form=form,
        warned=warned,
        sending=RecordingForm(**fresh(stored.version)),
    )
    return make_response(html, status)


def _agreed(old: rules.Match, new: rules.Match) -> rules.Match:
    """Return the new match; hands fall away only after a warning has named the first of them."""
    Moved(old, new).expect_agreed(whole_number(request.form.get("anyway")))
    return new


def _asked() -> tuple[rules.Incident | None, Noticed | None]:
    """Return what happened and when it was noticed, where that is known or beyond question."""
    incident, noticed = _chosen(rules.Incident, "kind"), _chosen(Noticed, "noticed")
    possible = moments(incident) if incident else ()
    return incident, possible[0] if len(possible) == 1 else noticed


def _number(form: RecordingForm, name: str) -> int:
    """Return a number of the form that has to be there."""
    number = whole_number(request.form.get(name))
    if number is None:
        form.refuse(missing(_("Hand")))
        raise Invalid
    return number


def _chosen(kinds: type[Kind], name: str) -> Kind | None:
    """Return the choice of an address or a form; 404 for one that does not exist."""
    written = request.values.get(name)
    if written is None:
        return None
    try:
        return kinds(written)
    except ValueError:
        abort(404)
