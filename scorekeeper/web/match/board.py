"""The board: the score for a television, a tablet, or a phone between two players."""

from functools import partial

from flask import Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.ids import now
from scorekeeper.book.history import history
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.matches import MatchDeleted
from scorekeeper.book.matches.rematches import find_newer, has_rematch
from scorekeeper.web.site import db, page_cache


def show(public_id: str) -> BaseResponse:
    """Show the score, `turned` for two sides of a table; `follow` leads to any later match."""
    turned, follows = bool(request.args.get("turned")), bool(request.args.get("follow"))
    if follows and (newer := _find_newer(public_id)):
        return redirect(
            url_for("board.show", public_id=newer, turned=1 if turned else None, follow=1)
        )
    render = partial(_render, turned=turned, follows=follows)
    try:
        return page_cache.render_polled_match_page(public_id, render, depends_on_others=follows)
    except (AccessDenied, MatchDeleted):
        if follows:
            return redirect(url_for("board.running"))
        raise


def running() -> BaseResponse:
    """Redirect to the board of the match being played, or show a page that waits for one."""
    with db.read() as (session, secret):
        match = history.find_for_board(session, secret)
    if match is not None:
        return redirect(url_for("board.show", public_id=match, follow=1))
    return Response(render_template("match/board_waiting.html"))


def _find_newer(public_id: str) -> str | None:
    with db.read() as (session, secret):
        return find_newer(session, secret, public_id)


def _render(stored: StoredMatch, *, turned: bool, follows: bool) -> str:
    match, long_over = stored.match, page_cache.is_long_over(stored.match)
    rematch = False
    if match.outcome is not None and not long_over and not follows:
        with db.database().read() as session:
            rematch = has_rematch(session, stored)
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
