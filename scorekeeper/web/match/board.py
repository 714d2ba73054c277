"""The board: the score for a television, a tablet, or a phone between two players."""

from functools import partial

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book.db.ids import now
from scorekeeper.book.history import history
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.rematches import has_rematch
from scorekeeper.web.http import current_device
from scorekeeper.web.site import db, page_cache

blueprint = Blueprint("board", __name__)


@blueprint.get("/matches/<public_id>/board")
def show(public_id: str) -> Response:
    """Show the score without keys; with `turned`, in two halves that face each other."""
    turned = bool(request.args.get("turned"))
    return page_cache.render_polled_match_page(public_id, partial(_render, turned=turned), turned)


@blueprint.get("/board")
def running() -> BaseResponse:
    """Redirect to the board of the match being played, or show a page that waits for one."""
    with db.database().read() as session:
        refs = history.find_running(session, current_device.read_secret(), 1)
    if refs:
        return redirect(url_for("board.show", public_id=refs[0].public_id))
    return Response(render_template("match/board_waiting.html"))


def _render(stored: StoredMatch, *, turned: bool) -> str:
    match, long_over = stored.match, page_cache.is_long_over(stored.match)
    rematch = False
    if match.outcome is not None and not long_over:
        with db.database().read() as session:
            rematch = has_rematch(session, stored)
    return render_template(
        "match/board.html",
        stored=stored,
        match=match,
        turned=turned,
        minutes=match.minutes_at(now()),
        long_over=long_over,
        rematch=rematch,
    )
