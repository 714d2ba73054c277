"""Recording at the table: bids, tricks, undo and redo, misdeal, early end."""

from typing import Any

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book import changes
from scorekeeper.book.columns import now
from scorekeeper.book.loading import Stored
from scorekeeper.web.forms.base import RecordingForm
from scorekeeper.web.forms.hand import (
    BidsForm,
    Field,
    Kind,
    TricksForm,
    Way,
    bids_form,
    named,
    numbers_of,
    tricks_form,
)
from scorekeeper.web.site import match_page
from scorekeeper.web.site.recording import UNDOABLE, plain_form, recorded, turned
from scorekeeper.web.site.scorebook import load_to_change
from scorekeeper.words.changes import redone
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("recording", __name__, url_prefix="/matches/<public_id>")


@blueprint.post("/bids")
def bids(public_id: str) -> BaseResponse:
    """Record the bids of a hand, or change those of the hand being played."""

    def bid(match: rules.Match, form: BidsForm) -> rules.Match:
        if match.current is not None and form.place == match.due_place:
            return match.change_bids(form.bids())
        return match.bid(form.bids(), now())

    return recorded(public_id, bids_form, bid, _("Bids saved"))


@blueprint.post("/tricks")
def tricks(public_id: str) -> BaseResponse:
    """Record the tricks of the hand being played."""

    def form_of(match: rules.Match) -> TricksForm:
        return tricks_form(match, by_player=Way.of(request.form) is Way.PLAYER)

    def take(match: rules.Match, form: TricksForm) -> rules.Match:
        return match.take(*form.tricks(), noted=now())

    return recorded(public_id, form_of, take, _("Hand saved"), kind="hand")


@blueprint.post("/way")
def way(public_id: str) -> BaseResponse:
    """Lead to the other way of telling the tricks, with the numbers that were tapped so far."""
    load_to_change(public_id)
    numbers: dict[str, Any] = {**named(numbers_of(request.form))}
    return redirect(
        url_for("match.show", public_id=public_id, by=request.form.get("way"), **numbers), 303
    )


@blueprint.post("/tally")
def tally(public_id: str) -> BaseResponse:
    """Note who took the next trick; the last one records the tricks of the hand."""

    def note(match: rules.Match, _form: RecordingForm) -> rules.Match:
        return match.note_trick(_taken(match.house.game), now())

    return recorded(
        public_id, plain_form, note, _("Trick saved"), kind="tally", late=match_page.late
    )


@blueprint.post("/undo")
def undo(public_id: str) -> BaseResponse:
    """Take back what was recorded last."""
    return turned(public_id, changes.undone)


@blueprint.post("/redo")
def redo(public_id: str) -> BaseResponse:
    """Bring back what was taken back last."""
    return turned(public_id, changes.redone, _brought_back)


@blueprint.post("/misdeal")
def misdeal(public_id: str) -> BaseResponse:
    """Throw the hand in."""
    return recorded(
        public_id,
        plain_form,
        lambda match, _form: match.throw_in(now()),
        _("Misdeal: this hand starts again"),
        kind=UNDOABLE,
        late=match_page.late,
    )


@blueprint.post("/end")
def end(public_id: str) -> BaseResponse:
    """End the match early."""
    return recorded(
        public_id,
        plain_form,
        lambda match, _form: match.end(now()),
        _("Match ended early"),
        kind=UNDOABLE,
        late=match_page.late,
    )


def _brought_back(stored: Stored) -> str:
    """Return what was brought back, unless something else was recorded on it meanwhile."""
    undoes = stored.point.undoes
    return redone(stored.match, undoes) if undoes else ""


def _taken(game: rules.Game) -> rules.Taken | None:
    """Return who took the trick, as the key says that was pressed; None for no such key."""
    field = Field.read(request.form.get("taken", ""))
    if field is not None and field.kind is Kind.SEAT and field.place < game.seats:
        return rules.Taken(game.side_of[field.place], field.place)
    if field is not None and field.kind is Kind.SIDE and field.place < len(game.sides):
        return rules.Taken(field.place)
    return None
