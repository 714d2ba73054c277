"""Recording at the table: bids, tricks, undo, misdeal, early end."""

from flask import Blueprint, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book.columns import now
from scorekeeper.web.forms.base import RecordingForm
from scorekeeper.web.forms.hand import (
    BidsForm,
    Field,
    Kind,
    TricksForm,
    Way,
    bids_form,
    tricks_form,
)
from scorekeeper.web.site.recording import plain_form, recorded
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


@blueprint.post("/tally")
def tally(public_id: str) -> BaseResponse:
    """Note who took the next trick; the last one records the tricks of the hand."""

    def note(match: rules.Match, _form: RecordingForm) -> rules.Match:
        return match.note_trick(_taken(match.house.game), now())

    return recorded(public_id, plain_form, note, _("Trick saved"), kind="tally")


@blueprint.post("/undo")
def undo(public_id: str) -> BaseResponse:
    """Take back the last fact."""
    return recorded(
        public_id,
        plain_form,
        lambda match, _form: match.undo(),
        _("Taken back."),
    )


@blueprint.post("/misdeal")
def misdeal(public_id: str) -> BaseResponse:
    """Throw the hand in."""
    return recorded(
        public_id,
        plain_form,
        lambda match, _form: match.throw_in(now()),
        _("Misdeal: this hand starts again"),
    )


@blueprint.post("/end")
def end(public_id: str) -> BaseResponse:
    """End the match early."""
    return recorded(
        public_id,
        plain_form,
        lambda match, _form: match.end(now()),
        _("Match ended early"),
    )


def _taken(game: rules.Game) -> rules.Taken | None:
    """Return who took the trick, as the key says that was pressed; None for no such key."""
    field = Field.read(request.form.get("taken", ""))
    if field is not None and field.kind is Kind.SEAT and field.place < game.seats:
        return rules.Taken(game.side_of[field.place], field.place)
    if field is not None and field.kind is Kind.SIDE and field.place < len(game.sides):
        return rules.Taken(field.place)
    return None
