"""The outlook: the lowest winning bids, and after the bids the possible results of the hand."""

from flask import Response, render_template

from scorekeeper.book.db.ids import now
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.outlook.distributions import compute_outlook
from scorekeeper.rules.outlook.least_bid import find_least_bids
from scorekeeper.rules.outlook.needs import condense, find_aims
from scorekeeper.rules.outlook.tables import build_tables
from scorekeeper.web.site import db, page_cache
from scorekeeper.words.referee import outlook as words


def show(public_id: str) -> Response:
    return page_cache.render_cached_match_page(db.load_match(public_id), _render)


def _render(stored: StoredMatch) -> str:
    match = stored.match
    minutes = match.minutes_at(now())
    views = compute_outlook(match, minutes)
    aims, needs = find_aims(views), condense(views)
    return render_template(
        "referee/outlook.html",
        stored=stored,
        match=match,
        clock=words.describe_clock(match, minutes),
        aims=aims,
        needs=[words.describe_aim(match, aim, needs, views) for aim in aims],
        views=views,
        tables=build_tables(match.house.game, views),
        least=[] if views else find_least_bids(match, minutes),
    )
