"""How Spades works, on a page worth linking: for whoever opens it, and one for each language."""

from flask import Blueprint, Response, abort, make_response, render_template

from scorekeeper.web.http.security import allow_indexing
from scorekeeper.web.site import help_example
from scorekeeper.words.language import LANGUAGES, speak

blueprint = Blueprint("how", __name__)


@blueprint.get("/how-spades-works")
@blueprint.get("/how-spades-works/<language>")
def show(language: str | None = None) -> Response:
    """Tell the game in a few minutes, with three hands as they are scored."""
    if language is not None:
        if language not in LANGUAGES:
            abort(404)
        speak(language)
    return allow_indexing(
        make_response(render_template("how/show.html", sample=help_example.example_match()))
    )
