"""The next match of the same table."""

from dataclasses import replace

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book.matches import deletion, rematches
from scorekeeper.web.forms.base import sending
from scorekeeper.web.forms.time_fields import told_offset, told_zone
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import match_view
from scorekeeper.web.site.db import as_read, database, load, to_write
from scorekeeper.web.site.rendering import saved, say_what_is_left, see
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("rematch", __name__)


@blueprint.get("/matches/<public_id>/rematch")
def follow(public_id: str) -> BaseResponse:
    """Lead on to the next match of the same table, where it is there for who asks."""
    stored = load(public_id)
    with database().read() as session:
        after = rematches.after(session, current_device.known(), stored)
    page = "board.show" if "board" in request.args else "match.show"
    return redirect(url_for(page, public_id=after or public_id))


@blueprint.post("/matches/<public_id>/rematch")
def start(public_id: str) -> BaseResponse:
    """Start the next match of the same table, with partners rotated if asked for.

    However many phones ask for it, it is one match.
    """
    submission, secret = sending(), current_device.known()
    stored, _answered = to_write(public_id, submission)
    if stored.match.outcome is None:
        return match_view.render_stale(as_read(stored))
    again = stored.match.rematch(rotate="rotate" in request.form)
    again = replace(again, utc_offset=told_offset())
    rate_limits.count("matches", secret or "")
    with database().write() as session:
        rematch = rematches.start_again(
            session, secret, stored, submission, again, told_zone(), apart="apart" in request.form
        )
        left = None
        if not rematch.was_there:
            left = deletion.take_back_unplayed(session, secret, rematch.public_id)
    if rematch.was_there:
        saved(_("This match was started already, perhaps on another phone."))
    say_what_is_left(left)
    return current_device.renew(see("match.show", public_id=rematch.public_id))
