"""The referee: one page that leads to every question a table can ask."""

from flask import Blueprint, Response, render_template

from scorekeeper import rules
from scorekeeper.book.loading import Stored
from scorekeeper.web.site.pages import kept
from scorekeeper.web.site.scorebook import load

blueprint = Blueprint("referee", __name__)


@blueprint.get("/matches/<public_id>/referee")
def show(public_id: str) -> Response:
    """Show whose turn it is and what the referee can be asked."""
    return kept(load(public_id), _rendered)


def _rendered(stored: Stored) -> str:
    return render_template(
        "referee/show.html", stored=stored, match=stored.match, pages=_pages(stored.match)
    )


def _pages(match: rules.Match) -> list[str]:
    """Return the pages that have something to say about a match now."""
    runs = match.step is not rules.Step.OVER
    draws = match.step is rules.Step.BIDS and match.house.game.role is rules.Role.DRAWS
    when = {"drawing": draws, "outlook": runs, "judge": True, "voids": runs}
    return [page for page, now in {**when, "rulings": True, "rule_card": True}.items() if now]
