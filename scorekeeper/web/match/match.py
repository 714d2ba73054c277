"""A match as a whole: its page, its board and its file, its rematch, and its deletion."""

import json
from contextlib import suppress
from dataclasses import replace
from functools import partial

from flask import Response, abort, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.ids import now
from scorekeeper.book.events.events import list_deleted
from scorekeeper.book.history import history
from scorekeeper.book.matches import deletion, matches, rematches
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules import match_file
from scorekeeper.rules.review.what_if import list_other_presets, replay_with_rules
from scorekeeper.web.forms.base import parse_offset, parse_time_zone, read_submission, read_version
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import db, page_cache
from scorekeeper.web.site.answers import refuse, render_conflict
from scorekeeper.web.site.match_page import draw
from scorekeeper.web.site.rendering import flash_deleted, flash_empty_match_deleted, redirect_to
from scorekeeper.words.language import gettext as _


def show(public_id: str) -> Response:
    """Show a match at its current step; ask once whose phone this is, after it joined."""
    if session.pop("whose", None):
        flash("", "whose")
    return page_cache.render_polled_match_page(public_id, lambda stored: draw(stored, request.args))


def redirect_from_review(public_id: str) -> BaseResponse:
    """Redirect from the review, which was a page of its own, to the match."""
    return redirect(url_for("match.show", public_id=db.load_match(public_id).public_id))


def download(public_id: str) -> Response:
    """Send the match file."""
    match = match_file.write(db.load_recorded_match(public_id).match, public_id)
    written = json.dumps(match, ensure_ascii=False, indent=1)
    response = Response(written + "\n", mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="spades-match.json"'
    return response


def show_what_if(public_id: str) -> str:
    """Show how a match would have ended by the house rules of a preset; nothing is stored."""
    stored = db.load_match(public_id)
    match = stored.match
    presets = {preset.key: preset for preset in list_other_presets(match)}
    preset = presets.get(request.args.get("preset") or next(iter(presets), ""))
    if preset is None and request.args.get("preset"):
        abort(404)
    outcome = None
    if preset and any(match.scores):
        outcome = replay_with_rules(match, preset.house(match.house.game.key))
    return render_template(
        "match/what_if.html",
        stored=stored,
        match=match,
        presets=presets.values(),
        preset=preset,
        what_if=outcome,
    )


def follow_rematch(public_id: str) -> BaseResponse:
    """Redirect to the rematch if this device may read it, else to the match itself."""
    stored = db.load_match(public_id)
    with db.read() as (session, secret):
        after = rematches.find_rematch(session, secret, stored)
    page = "match.show_board" if "board" in request.args else "match.show"
    return redirect(url_for(page, public_id=after or public_id))


def start_rematch(public_id: str) -> BaseResponse:
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


def show_board(public_id: str) -> BaseResponse:
    """Show the score, `turned` for two sides of a table; `follow` leads to any later match."""
    turned, follows = bool(request.args.get("turned")), bool(request.args.get("follow"))
    if follows:
        with db.read() as (session, secret):
            newer = rematches.find_newer(session, secret, public_id)
        if newer:
            shown = 1 if turned else None
            return redirect(url_for("match.show_board", public_id=newer, turned=shown, follow=1))
    render = partial(_render_board, turned=turned, follows=follows)
    try:
        return page_cache.render_polled_match_page(public_id, render, depends_on_others=follows)
    except (AccessDenied, matches.MatchDeleted):
        if follows:
            return redirect(url_for("match.show_running_board"))
        raise


def show_running_board() -> BaseResponse:
    """Redirect to the board of the match being played, or show a page that waits for one."""
    with db.read() as (session, secret):
        match = history.find_for_board(session, secret)
    if match is not None:
        return redirect(url_for("match.show_board", public_id=match, follow=1))
    return Response(render_template("match/board_waiting.html"))


def _render_board(stored: StoredMatch, *, turned: bool, follows: bool) -> str:
    match, long_over = stored.match, page_cache.is_long_over(stored.match)
    rematch = False
    if match.outcome is not None and not long_over and not follows:
        with db.database().read() as session:
            rematch = rematches.has_rematch(session, stored)
    return render_template(
        "match/board.html",
        stored=stored,
        match=match,
        turned=turned,
        follows=follows,
        minutes=match.minutes_at(now()),
        long_over=long_over,
        rematch=rematch,
    )


def show_deleted() -> str:
    with db.read() as asking:
        deleted, evenings = history.find_deleted(*asking), list_deleted(*asking)
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
