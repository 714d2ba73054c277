"""The referee: a page with links to all tools that answer questions at the table."""

from flask import Response, render_template

from scorekeeper import rules
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.web.site import db, page_cache


def show(public_id: str) -> Response:
    return page_cache.render_cached_match_page(db.load_match(public_id), _render)


def _render(stored: StoredMatch) -> str:
    return render_template(
        "referee/show.html", stored=stored, match=stored.match, pages=_list_pages(stored)
    )


def _list_pages(stored: StoredMatch) -> list[str]:
    """Return the tools that apply to the match now, most used first."""
    match = stored.match
    if match.step is rules.Step.OVER:
        return ["rulings", "judge", "rule_card"]
    if match.step is rules.Step.BIDS:
        draws = match.house.game.role is rules.Role.DRAWS
        first = ["drawing"] if draws else []
        return [*first, "outlook", "rulings", "judge", "rule_card"]
    tally = ["tally"] if stored.can_write else []
    return ["judge", "rulings", "outlook", *tally, "rule_card"]
