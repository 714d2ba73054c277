"""Whose phone it is, and what that one says to a hand: confirmed, or queried."""

from typing import Any

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book.matches import claims, confirmations
from scorekeeper.book.matches.claims import Taken
from scorekeeper.book.matches.matches import StaleMatch
from scorekeeper.web.forms.base import plain, whole_number
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.log_events import happened
from scorekeeper.web.site import match_view
from scorekeeper.web.site.db import database, load
from scorekeeper.web.site.rendering import see
from scorekeeper.words import changes, seats

blueprint = Blueprint("seats", __name__, url_prefix="/matches/<public_id>")

WORDS = (confirmations.CONFIRMED, confirmations.QUERIED)


@blueprint.post("/seat")
def claim(public_id: str) -> BaseResponse:
    """Let this phone be that of a seat."""
    seat = _seat()
    try:
        _write(claims.claim, public_id, seat)
    except Taken:
        stored = load(public_id)
        return match_view.render_refusal(stored, seats.taken(stored.match, seat))
    return current_device.renew(see("match.show", public_id=public_id))


@blueprint.post("/seat/free")
def free(public_id: str) -> BaseResponse:
    """Let a seat be nobody's phone."""
    _write(claims.free, public_id, _seat())
    return current_device.renew(see("match.show", public_id=public_id))


@blueprint.post("/hands/<int:place>/reply")
def reply(public_id: str, place: int) -> BaseResponse:
    """Confirm or query a hand, as it was shown."""
    load(public_id)
    word = request.form.get("word")
    if word not in WORDS:
        abort(422)
    shown = plain(request.form.get("hand"))
    try:
        _write(confirmations.say, public_id, place, shown, word)
    except StaleMatch:
        happened("conflict")
        stored = load(public_id)
        undoes, redoes = stored.point.undoes, stored.point.redoes
        return match_view.render_refusal(stored, changes.late(stored.match, undoes, redoes))
    return current_device.renew(see("match.show", public_id=public_id))


def _write(change: Any, public_id: str, *values: Any) -> None:
    rate_limits.count("saves", current_device.known() or rate_limits.address())
    with database().write() as session:
        change(session, current_device.known(), public_id, *values)


def _seat() -> int:
    """Return the seat that was tapped; there is none where no number was sent."""
    seat = whole_number(request.form.get("seat"))
    return -1 if seat is None else seat
