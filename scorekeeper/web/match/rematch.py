"""Rematches: the next match of the same table."""

from dataclasses import replace

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book.matches import deletion, rematches
from scorekeeper.web.forms.base import read_submission
from scorekeeper.web.forms.time_fields import parse_offset, parse_time_zone
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import db
from scorekeeper.web.site.answers import refuse
from scorekeeper.web.site.rendering import flash_empty_match_deleted, redirect_to
from scorekeeper.words.language import gettext as _


def follow(public_id: str) -> BaseResponse:
    """Redirect to the rematch if this device may read it, else to the match itself."""
    stored = db.load_match(public_id)
    with db.read() as (session, secret):
        after = rematches.find_rematch(session, secret, stored)
    page = "board.show" if "board" in request.args else "match.show"
    return redirect(url_for(page, public_id=after or public_id))


def start(public_id: str) -> BaseResponse:
    """Start a rematch, with rotated partners on request; several phones start only one."""
    submission, secret = read_submission(), current_device.read_secret()
    stored, _answered = db.load_for_submission(public_id, submission)
    if stored.match.outcome is None:
        return refuse(db.localize_players(stored))
    match = stored.match.rematch(rotate="rotate" in request.form)
    match = replace(match, utc_offset=parse_offset())
    rate_limits.count("matches", secret or "")
    with db.database().write() as session:
        asked = session, secret, stored, submission, match, parse_time_zone()
        rematch, was_there = rematches.start_rematch(*asked, apart="apart" in request.form)
        deleted = None
        if was_there:
            flash(_("This match has already been started, perhaps on another phone."))
        else:
            deleted = deletion.delete_unplayed(session, secret, rematch)
    flash_empty_match_deleted(deleted)
    return redirect_to("match.show", public_id=rematch)
