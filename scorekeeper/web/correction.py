"""Correcting a hand: change it, see what moves, keep why."""

from functools import partial

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book.access import NotYours
from scorekeeper.book.changes import Why
from scorekeeper.book.loading import Stored
from scorekeeper.rules.replay import Moved
from scorekeeper.web.forms.base import Invalid, RecordingForm, fresh, plain
from scorekeeper.web.forms.hand import (
    HandForm,
    Values,
    as_recorded,
    bids_form,
    chosen,
    hand_form,
    named,
    told_by_player,
)
from scorekeeper.web.site.recording import recorded
from scorekeeper.web.site.scorebook import load_to_change
from scorekeeper.words.outcome import corrected

blueprint = Blueprint(
    "correction", __name__, url_prefix="/matches/<public_id>/hands/<int:number>/correction"
)


@blueprint.get("")
def show(public_id: str, number: int) -> Response:
    """Show a hand to be corrected; with changes in the address also what they move."""
    stored = load_to_change(public_id)
    hand, values = _hand(stored.match, number), chosen(request.args)
    shown = {**as_recorded(stored.match, hand), **values}
    form = _form(stored.match, number, shown, **fresh(stored.version, number, named(shown)))
    if not values:
        return page(number, stored, form)
    try:
        return page(number, stored, form, moved=Moved(stored.match, _correct(stored.match, form)))
    except Invalid:
        return page(number, stored, form, status=422)
    except rules.RuleError as error:
        return refused(number, stored, form, error)


@blueprint.post("")
def save(public_id: str, number: int) -> BaseResponse:
    """Record the correction of a hand."""
    return recorded(
        public_id,
        lambda match: _form(match, number, chosen(request.form)),
        _correct,
        lambda before, after: corrected(before, after, number),
        why=Why(plain(request.form.get("reason")), number),
        page=partial(refused, number),
    )


def refused(
    number: int, stored: Stored, form: RecordingForm | None, error: rules.RuleError | None = None
) -> Response:
    """Answer a correction that cannot be."""
    if not isinstance(form, HandForm):
        raise NotYours(stored.public_id)
    if error is not None:
        form.refuse_rule(error, stored.match)
    return page(number, stored, form, status=422)


def page(
    number: int,
    stored: Stored,
    form: HandForm,
    *,
    moved: Moved[rules.Match] | None = None,
    status: int = 200,
) -> Response:
    """Return the correction page."""
    html = render_template(
        "match/correction.html",
        stored=stored,
        match=stored.match,
        number=number,
        hand=_hand(stored.match, number),
        form=form,
        moved=moved,
        sending=RecordingForm(**fresh(stored.version, number)),
    )
    return make_response(html, status)


def _hand(match: rules.Match, number: int) -> rules.Hand:
    if number not in match.played_numbers:
        raise NotYours(number)
    return match.hands[number - 1]


def _form(match: rules.Match, number: int, values: Values, /, **shown: object) -> HandForm:
    """Return the form that asks for the tricks as the chosen bids make them lie."""
    hand = _hand(match, number)
    try:
        bids = bids_form(match, number, **fresh(fields=named(values))).bids() if hand.bids else []
    except Invalid:  # the form of the whole hand will say why
        bids = list(hand.bids or ())
    return hand_form(
        match,
        number,
        bids,
        by_player=told_by_player(values, hand),
        tricks=hand.tricks is not None,
        **shown,
    )


def _correct(match: rules.Match, form: HandForm) -> rules.Match:
    return match.correct(form.corrects, form.bids(), *form.tricks())
