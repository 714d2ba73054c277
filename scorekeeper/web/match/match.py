"""The match page and the match file."""

import json

from flask import Response, flash, redirect, request, session, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.rules import match_file
from scorekeeper.web.site import db, page_cache
from scorekeeper.web.site.match_page import draw


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
