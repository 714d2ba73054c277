"""Recording at the table: bids, tricks, undo, misdeal, early end, rematch."""

from collections.abc import Callable
from datetime import UTC, datetime

from flask import Blueprint, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book import matches
from scorekeeper.book.loading import Kept

from . import device
from .conflict import conflict
from .forms import RecordingForm, whole_number
from .hand_forms import BidsForm, Invalid, TricksForm, bids_form, refusing, tricks_form
from .match import load, page
from .rendering import database, saved, see

blueprint = Blueprint("recording", __name__, url_prefix="/matches/<public_id>")


@blueprint.post("/bids")
def bids(public_id: str) -> BaseResponse:
    """Record the bids of a hand, or change those of the hand being played."""

    def change(match: rules.Match) -> rules.Match:
        form: BidsForm = bids_form(match)()
        called = form.bids()
        with refusing(form, match):
            if match.current is not None and form.hand_number == len(match.hands):
                return match.correct(len(match.hands), called)
            return match.bid(called, now())

    return record(public_id, change, _("Bids saved."))


@blueprint.post("/tricks")
def tricks(public_id: str) -> BaseResponse:
    """Record the tricks of the hand being played."""

    def change(match: rules.Match) -> rules.Match:
        if match.due_bids is None:
            raise rules.StepError("bids are due")
        by_player = request.form.get("by") == "player"
        form: TricksForm = tricks_form(match, match.due_bids, by_player=by_player)()
        with refusing(form, match):
            return match.take(*form.tricks(), noted=now())

    return record(public_id, change, _("Hand saved"), kind="hand")


@blueprint.post("/tally")
def tally(public_id: str) -> BaseResponse:
    """Note who took the next trick; the last one records the tricks of the hand."""

    def change(match: rules.Match) -> rules.Match:
        kind, _sep, place = request.form.get("taken", "").partition("_")
        index, game = whole_number(place), match.house.game
        if kind == "seat" and index is not None and index < game.seats:
            return match.note_trick(rules.Taken(game.side_of[index], index), now())
        if kind == "side" and index is not None and index < len(game.sides):
            return match.note_trick(rules.Taken(index), now())
        raise rules.TrickError("nobody took the trick")

    return record(public_id, change, _("Trick noted."), kind="tally")


@blueprint.post("/undo")
def undo(public_id: str) -> BaseResponse:
    """Take back the last fact."""
    return record(public_id, lambda match: match.undo(), _("Taken back."))


@blueprint.post("/misdeal")
def misdeal(public_id: str) -> BaseResponse:
    """Throw the hand in."""
    return record(
        public_id, lambda match: match.throw_in(now()), _("Thrown in: this hand starts again.")
    )


@blueprint.post("/end")
def end(public_id: str) -> BaseResponse:
    """End the match early."""
    return record(public_id, lambda match: match.end(now()), _("The match is ended."))


@blueprint.post("/rematch")
def rematch(public_id: str) -> BaseResponse:
    """Start the next match of the same table, with partners rotated if asked for."""
    old = load(public_id).match
    secret, submission = device.writing(), RecordingForm().submission()
    again = old.rematch(rotate="rotate" in request.form)
    with database().write() as session:
        started = matches.start(session, secret, submission, again)
    return device.remember(see("match.show", public_id=started), secret)


def record(
    public_id: str,
    change: Callable[[rules.Match], rules.Match],
    done: str,
    kind: str = "message",
    *,
    why: str | None = None,
    refuse: Callable[[Kept, rules.RuleError | matches.Stale], BaseResponse] | None = None,
) -> BaseResponse:
    """Record a change and go back to the match; or show what stands in its way.

    With `why`, hands that fall away by the change are kept for the review; `refuse` shows what
    stands in the way where that is neither the match page nor a choice between two hands.
    """
    secret, submission = device.writing(), RecordingForm().submission()
    try:
        with database().write() as session:
            changed = matches.record(session, secret, public_id, submission, change)
            if changed is not None and why is not None:
                matches.keep_fallen(session, *changed, why)
    except Invalid as invalid:
        return page(load(public_id), invalid.form, status=422)
    except rules.RuleError as error:
        if refuse is not None:
            return refuse(load(public_id), error)
        return page(load(public_id), refused=error, status=422)
    except matches.Stale as stale:
        return conflict(stale.kept) if refuse is None else refuse(stale.kept, stale)
    saved(done, kind)
    return device.remember(see("match.show", public_id=public_id), secret)


def now() -> datetime:
    """Return the present second."""
    return datetime.now(UTC).replace(microsecond=0)
