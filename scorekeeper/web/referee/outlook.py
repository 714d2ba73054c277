"""The outlook: the lowest winning bids, and after the bids the possible results of the hand."""

from collections.abc import Sequence
from itertools import groupby

from flask import Blueprint, Response, render_template

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.outlook.distributions import View, compute_outlook
from scorekeeper.rules.outlook.least_bid import find_least_bids
from scorekeeper.rules.outlook.needs import condense
from scorekeeper.rules.outlook.tables import build_tables
from scorekeeper.web.site import db, page_cache
from scorekeeper.words.referee import outlook as words

blueprint = Blueprint("outlook", __name__)

MAX_OPEN_SENTENCES = 3
"""Sentences per side that are visible at once; the rest can be unfolded."""


@blueprint.get("/matches/<public_id>/outlook")
def show(public_id: str) -> Response:
    """Show what each side needs in this hand."""
    return page_cache.render_cached_match_page(db.load_match(public_id), _render)


def _describe_needs(match: rules.Match, views: Sequence[View]) -> dict[int, list[str]]:
    """Return the sentences about each affected side, most important first."""
    needs = sorted(condense(views), key=lambda need: need.side)
    return {
        side: [words.describe_need(match, need) for need in own]
        for side, own in groupby(needs, lambda need: need.side)
    }


def _render(stored: StoredMatch) -> str:
    match = stored.match
    minutes = match.minutes_at(now())
    views = compute_outlook(match, minutes)
    return render_template(
        "referee/outlook.html",
        stored=stored,
        match=match,
        clock=words.describe_clock(match, minutes),
        needs=_describe_needs(match, views),
        NEAR=MAX_OPEN_SENTENCES,
        views=views,
        tables=build_tables(match.house.game, views),
        least=[] if views else find_least_bids(match, minutes),
    )
