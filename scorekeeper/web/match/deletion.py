"""Deleting a match, taking its start back, and the way back from both."""

from flask import Blueprint, render_template
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book.history.deleted_matches import find_deleted
from scorekeeper.book.matches import deletion, matches, rematches
from scorekeeper.web.forms.base import sending
from scorekeeper.web.http import current_device
from scorekeeper.web.site.conflict import render_conflict
from scorekeeper.web.site.db import as_read, database, load, to_write
from scorekeeper.web.site.rendering import gone, saved, see
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("deletion", __name__)


@blueprint.get("/history/deleted")
def listed() -> str:
    """Show the deleted matches that can be brought back."""
    with database().read() as session:
        deleted = find_deleted(session, current_device.known())
        return render_template("history/deleted.html", deleted=deleted)


@blueprint.post("/matches/<public_id>/deletion")
def save(public_id: str) -> BaseResponse:
    """Delete a match; the next page offers the way back."""
    with database().write() as session:
        deletion.mark(session, current_device.known(), public_id)
    gone(_("The match is deleted."), public_id)
    return see("home.show")


@blueprint.post("/matches/<public_id>/retraction")
def take_back_start(public_id: str) -> BaseResponse:
    """Take a match back in which nothing was recorded; go to the one it followed."""
    submission = sending()
    stored, _answered = to_write(public_id, submission)
    if submission.version != stored.version or stored.point.undoes:
        return render_conflict(as_read(stored))
    try:
        with database().write() as session:
            before = rematches.before(session, current_device.known(), stored)
            deletion.mark(session, current_device.known(), public_id, stored.version)
    except matches.StaleMatch:
        return render_conflict(load(public_id))
    gone(_("The start is taken back."), public_id)
    return see("match.show", public_id=before) if before else see("home.show")


@blueprint.post("/matches/<public_id>/restoration")
def undo(public_id: str) -> BaseResponse:
    """Bring a match back."""
    with database().write() as session:
        deletion.bring_back(session, current_device.known(), public_id)
    saved(_("The match is back."))
    return see("match.show", public_id=public_id)
