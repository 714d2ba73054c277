"""The match page, the match file, the rematch, and how it would end by other house rules."""

import json
from dataclasses import replace

from flask import Response, abort, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book.matches import deletion, rematches
from scorekeeper.rules import match_file
from scorekeeper.rules.review.what_if import list_other_presets, replay_with_rules
from scorekeeper.web.forms.base import read_submission
from scorekeeper.web.forms.time_fields import parse_offset, parse_time_zone
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import db, page_cache
from scorekeeper.web.site.answers import refuse
from scorekeeper.web.site.match_page import draw
from scorekeeper.web.site.rendering import flash_empty_match_deleted, redirect_to
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
    page = "board.show" if "board" in request.args else "match.show"
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
