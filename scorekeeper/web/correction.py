"""Correcting a hand: change it, see what moves, keep why."""

from dataclasses import dataclass

from flask import Blueprint, Response, make_response, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book import matches
from scorekeeper.book.access import NotYours
from scorekeeper.book.loading import Kept

from . import device, labels
from .conflict import conflict
from .forms import RecordingForm, plain
from .hand_forms import (
    BidsForm,
    HandForm,
    Invalid,
    bids_form,
    filled,
    hand_form,
    recorded,
    refusing,
    told_by_player,
    typed,
)
from .match import load
from .rendering import database, saved, see

blueprint = Blueprint("correction", __name__)

LONGEST_REASON = 500


@dataclass(frozen=True)
class Preview:
    """What a correction moves: the match as it would be, and the hands that would fall away."""

    match: rules.Match
    lost: range
    same: bool


@blueprint.get("/matches/<public_id>/hands/<int:number>/correction")
def show(public_id: str, number: int) -> Response:
    """Show a hand to be corrected; with changes in the address also what they move."""
    kept = load(public_id)
    hand = _hand(kept, number)
    chosen = typed(request.args)
    form = _form(kept, number, recorded(kept.match, hand) | chosen)
    preview = None
    if chosen:
        try:
            preview = _preview(kept.match, _corrected(kept.match, number, form))
        except Invalid:
            return page(kept, number, form, None, 422)
    return page(kept, number, form, preview)


@blueprint.post("/matches/<public_id>/hands/<int:number>/correction")
def save(public_id: str, number: int) -> BaseResponse:
    """Record the correction of a hand."""
    secret, submission = device.writing(), RecordingForm().submission()
    told = _("Hand %(number)s corrected.", number=number)
    reason = plain(request.form.get("reason"), LONGEST_REASON)

    def change(match: rules.Match) -> rules.Match:
        nonlocal told
        form: HandForm = _form_for(match, number, typed(request.form))()
        corrected = _corrected(match, number, form)
        told = labels.corrected(match, corrected, number)
        return corrected

    try:
        with database().write() as session:
            matches.correct(session, secret, public_id, submission, number, change, reason)
    except Invalid as invalid:
        return page(load(public_id), number, invalid.form, None, 422)
    except rules.StepError as error:
        raise NotYours(public_id) from error
    except matches.Stale as stale:
        return conflict(stale.kept)
    saved(told)
    return device.remember(see("match.show", public_id=public_id), secret)


def page(
    kept: Kept, number: int, form: RecordingForm, preview: Preview | None, status: int = 200
) -> Response:
    """Return the correction page."""
    html = render_template(
        "match/correction.html",
        kept=kept,
        match=kept.match,
        number=number,
        hand=_hand(kept, number),
        form=form,
        preview=preview,
        sending=RecordingForm.fresh(kept.version, number),
    )
    return make_response(html, status)


def _hand(kept: Kept, number: int) -> rules.Hand:
    hands = kept.match.hands
    if not 1 <= number <= len(hands) or hands[number - 1].redeal:
        raise NotYours(kept.public_id)
    return hands[number - 1]


def _form(kept: Kept, number: int, fields: dict[str, str]) -> HandForm:
    form: HandForm = filled(
        _form_for(kept.match, number, fields), fields, version=kept.version, number=number
    )
    return form


def _form_for(match: rules.Match, number: int, fields: dict[str, str]) -> type[HandForm]:
    """Return the form that asks for the tricks as the chosen bids make them lie."""
    if not 1 <= number <= len(match.hands) or match.hands[number - 1].redeal:
        raise rules.StepError("no such hand", number=number)
    hand = match.hands[number - 1]
    order: BidsForm = filled(bids_form(match, number), fields)
    try:
        bids = order.bids() if hand.bids else []
    except Invalid:  # the form of the whole hand will say why
        bids = list(hand.bids or ())
    return hand_form(
        match,
        number,
        bids,
        by_player=told_by_player(fields, hand),
        tricks=hand.tricks is not None,
    )


def _corrected(match: rules.Match, number: int, form: HandForm) -> rules.Match:
    bids = form.bids()
    with refusing(form, match):
        return match.correct(number, bids, *form.tricks())


def _preview(old: rules.Match, new: rules.Match) -> Preview:
    lost = range(len(new.hands) + 1, len(old.hands) + 1)
    return Preview(new, lost, same=new.hands == old.hands)
