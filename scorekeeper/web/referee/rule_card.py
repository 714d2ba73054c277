"""The rule card: all house rules of a match in plain sentences, fit for print."""

from flask import Blueprint, Response, render_template

from scorekeeper.book.changes import house_changes
from scorekeeper.book.loading import Stored
from scorekeeper.web.site.pages import kept
from scorekeeper.web.site.scorebook import database, load
from scorekeeper.words.rule_card import entries

blueprint = Blueprint("rule_card", __name__)


@blueprint.get("/matches/<public_id>/rules")
def show(public_id: str) -> Response:
    """Show the rules of a match, and how they were changed."""
    return kept(load(public_id), _rendered)


def _rendered(stored: Stored) -> str:
    with database().read() as session:
        changes = house_changes(session, stored)
    return render_template(
        "referee/rule_card.html",
        stored=stored,
        match=stored.match,
        entries=entries(stored.match.house),
        changes=changes,
    )
