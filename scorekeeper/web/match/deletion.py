"""Deleting a match, undoing its start, and restoring it."""

from contextlib import suppress

from flask import Response, flash, render_template

from scorekeeper.book.events.events import list_deleted
from scorekeeper.book.history.history import find_deleted
from scorekeeper.book.matches import deletion, matches, rematches
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.web.forms.base import read_submission, read_version
from scorekeeper.web.site import db
from scorekeeper.web.site.answers import render_conflict
from scorekeeper.web.site.rendering import flash_deleted, redirect_to
from scorekeeper.words.language import gettext as _


def show_deleted() -> str:
    """Show the deleted evenings and matches that can be restored."""
    with db.read() as asking:
        deleted, evenings = find_deleted(*asking), list_deleted(*asking)
        return render_template("history/deleted.html", deleted=deleted, evenings=evenings)


def delete(public_id: str) -> Response:
    """Delete a match; the next page offers to restore it."""
    stored = None
    # The second of two taps.
    with suppress(matches.MatchDeleted):
        stored = db.load_match(public_id)
    with db.write() as asking:
        deletion.soft_delete(*asking, public_id)
    flash_deleted(_("Match deleted"), public_id)
    return _redirect_away(stored)


def undo_start(public_id: str) -> Response:
    """Delete a match without hands, and redirect to the one it followed."""
    stored, _answered = db.load_for_submission(public_id, read_submission())
    if read_version() != stored.version or stored.position.undoes or stored.match.hands:
        return render_conflict(db.localize_players(stored))
    try:
        with db.write() as asking:
            before = rematches.find_previous(*asking, stored)
            deletion.soft_delete(*asking, public_id, stored.version)
    except matches.StaleMatch:
        return render_conflict(db.load_match(public_id))
    flash_deleted(_("Start undone"), public_id)
    return redirect_to("match.show", public_id=before) if before else _redirect_away(stored)


def _redirect_away(stored: StoredMatch | None) -> Response:
    """Redirect from a deleted match to its evening, if it belongs to one, or home."""
    if stored and stored.event:
        return redirect_to("guide.show", event=stored.event.public_id)
    return redirect_to("home.show")


def restore(public_id: str) -> Response:
    """Restore a match."""
    with db.write() as asking:
        deletion.restore(*asking, public_id)
    flash(_("Match restored"))
    return redirect_to("match.show", public_id=public_id)
