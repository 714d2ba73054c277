"""What do we need? Before the bids the least bid that wins, after them how the hand can fall."""

from flask import Blueprint, render_template

from scorekeeper import rules

from .match import load
from .outlook_tables import ahead, least_bids, tables

blueprint = Blueprint("outlook", __name__)


@blueprint.get("/matches/<public_id>/outlook")
def show(public_id: str) -> str:
    """Show what each side needs in this hand."""
    kept = load(public_id)
    match, cases = kept.match, ahead(kept.match)
    return render_template(
        "referee/outlook.html",
        kept=kept,
        match=match,
        needs=rules.condense(cases) if cases else (),
        tables=tables(match, cases),
        least=[] if cases else least_bids(match),
    )
