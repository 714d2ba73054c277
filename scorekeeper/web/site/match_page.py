"""The match page, drawn: the score, and the one thing to do next."""

import hashlib
import json
from typing import Any

from flask import render_template

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.rematches import has_rematch
from scorekeeper.book.statistics.streaks import count_wins_in_a_row
from scorekeeper.web.charts.chart import score_line
from scorekeeper.web.charts.rotation_arrows import rotation_arrows
from scorekeeper.web.http.assets import release_digest
from scorekeeper.web.site import db
from scorekeeper.web.site.due import Due, describe_base
from scorekeeper.web.site.page_cache import is_long_over
from scorekeeper.words.language import get_language

WINS_IN_A_ROW = 3
"""Minimum wins in a row that are mentioned after a match."""


def draw(due: Due, message: str = "", posted_key: str | None = None) -> str:
    """Render what is due, with a message; `posted_key` is that of the form it answers."""
    stored, match = due.stored, due.stored.match
    long_over = is_long_over(match)
    goes_on = stored.can_write and not long_over
    return render_template(
        "match/show.html",
        stored=stored,
        match=match,
        form=due.form,
        view=due.view,
        changing=due.changing,
        by_player=due.by_player,
        carried=due.carried,
        given=due.given,
        message=message,
        posted_key=posted_key,
        long_over=long_over,
        base=json.dumps(describe_base(stored), separators=(",", ":")) if goes_on else "",
        tag=tag_skeletons(match),
        minutes=match.minutes_at(now()),
        **({} if match.outcome is None else _describe_end(stored, long_over=long_over)),
    )


def tag_skeletons(match: rules.Match) -> str:
    """Return a tag of the skeletons of a match, which changes when they look different."""
    about = match.players, match.sides, match.house, get_language(), release_digest()
    return hashlib.sha256(repr(about).encode()).hexdigest()[:12]


def _describe_end(stored: StoredMatch, *, long_over: bool) -> dict[str, Any]:
    """Return what only the page of a finished match shows: after an hour, nothing that invites."""
    match = stored.match
    shown = {"chart": score_line(match), "arrows": rotation_arrows(match.house.game)}
    if long_over:
        return shown
    with db.database().read() as session:
        wins = count_wins_in_a_row(session, stored.key)
        rematch = has_rematch(session, stored)
    return {**shown, "rematch": rematch, "wins_in_a_row": wins if wins >= WINS_IN_A_ROW else 0}
