"""Deleting a match, undoing its start, and restoring it."""

from contextlib import suppress

from flask import Response, flash, render_template

from scorekeeper.book.events.events import list_deleted
from scorekeeper.book.history.history import find_deleted
from scorekeeper.book.matches import deletion, matches, rematches
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.web.forms.base import read_submission, read_version
from scorekeeper.web.http import current_device
from scorekeeper.web.site.answers import render_conflict
from scorekeeper.web.site.db import database, load_for_submission, load_match, localize_players
from scorekeeper.web.site.rendering import flash_deleted, redirect_to
from scorekeeper.words.language import gettext as _


def show_deleted() -> str:
    """Show the deleted evenings and matches that can be restored."""
    with database().read() as session:
        secret = current_device.read_secret()
        deleted, evenings = find_deleted(session, secret), list_deleted(session, secret)
        return render_template("history/deleted.html", deleted=deleted, evenings=evenings)


def delete(public_id: str) -> Response:
    """Delete a match; the next page offers to restore it."""
    stored = None
    # The second of two taps.
    with suppress(matches.MatchDeleted):
        stored = load_match(public_id)
    with database().write() as session:
        deletion.soft_delete(session, current_device.read_secret(), public_id)
    flash_deleted(_("Match deleted"), public_id)
    return _redirect_away(stored)


def undo_start(public_id: str) -> Response:
    """Delete a match without hands, and redirect to the one it followed."""
    stored, _answered = load_for_submission(public_id, read_submission())
    if read_version() != stored.version or stored.position.undoes or stored.match.hands:
        return render_conflict(localize_players(stored))
    try:
        with database().write() as session:
            before = rematches.find_previous(session, current_device.read_secret(), stored)
            deletion.soft_delete(session, current_device.read_secret(), public_id, stored.version)
    except matches.StaleMatch:
        return render_conflict(load_match(public_id))
    flash_deleted(_("Start undone"), public_id)
    return redirect_to("match.show", public_id=before) if before else _redirect_away(stored)


def _redirect_away(stored: StoredMatch | None) -> Response:
    """Redirect from a deleted match to its evening, if it belongs to one, or home."""
    if stored and stored.event:
        return redirect_to("guide.show", event=stored.event.public_id)
    return redirect_to("home.show")


def restore(public_id: str) -> Response:
    """Restore a match."""
    with database().write() as session:
        deletion.restore(session, current_device.read_secret(), public_id)
    flash(_("Match restored"))
    return redirect_to("match.show", public_id=public_id)
