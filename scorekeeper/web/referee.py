"""The referee: one page that leads to every question a table can ask."""

from flask import Blueprint, render_template
from flask_babel import lazy_gettext

from .match import load

blueprint = Blueprint("referee", __name__)

PAGES = {
    "rule_card.show": (
        lazy_gettext("Rule card"),
        lazy_gettext("How this table plays, in plain sentences; to print or to settle a question."),
    ),
    "rulings.show": (
        lazy_gettext("Rulings"),
        lazy_gettext("Somebody revoked, led out of turn, showed a card: what now?"),
    ),
}


@blueprint.get("/matches/<public_id>/referee")
def show(public_id: str) -> str:
    """Show whose turn it is and what the referee can be asked."""
    kept = load(public_id)
    return render_template(
        "referee/show.html",
        kept=kept,
        match=kept.match,
        pages=[(page, *PAGES[page]) for page in PAGES],
    )
