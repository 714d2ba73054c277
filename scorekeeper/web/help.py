"""The help page on how Spades works, with an indexable address for each language."""

from flask import Response, abort, make_response, render_template

from scorekeeper.web.http.security import allow_indexing
from scorekeeper.web.site import help_example
from scorekeeper.words.language import LANGUAGES, speak


def show(language: str | None = None) -> Response:
    """Explain the game, with a trick as an example."""
    if language is not None:
        if language not in LANGUAGES:
            abort(404)
        speak(language)
    return allow_indexing(
        make_response(
            render_template(
                "help/show.html",
                players=help_example.PLAYERS,
                trick=help_example.TRICK,
                winner=help_example.WINNER,
            )
        )
    )
