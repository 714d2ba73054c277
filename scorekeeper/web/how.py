"""How Spades works, on a page worth linking."""

from flask import Blueprint, Response, make_response, render_template

from scorekeeper.web.site import sample
from scorekeeper.web.site.security import indexable

blueprint = Blueprint("how", __name__)


@blueprint.get("/how-spades-works")
def show() -> Response:
    """Tell the game in a few minutes, with three hands as they are scored."""
    return indexable(make_response(render_template("how/show.html", sample=sample.match())))
