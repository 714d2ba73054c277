"""The lesson on how Spades works, with an indexable address for each language and game."""

from flask import Response, abort, make_response, render_template, request

from scorekeeper import rules
from scorekeeper.rules.cards import read_card
from scorekeeper.rules.referee.play import find_winner
from scorekeeper.web.http.security import allow_indexing
from scorekeeper.web.site.rule_cards import find_game
from scorekeeper.words.language import LANGUAGES, speak

FIRST = rules.PARTNERSHIP.key
GAMES = {FIRST: None} | {key: key for key in rules.GAMES if key != FIRST}
"""The games in the order of their lessons, with what the address names; the first needs nothing."""
PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
TRICK = tuple(map(read_card, ("KH", "7H", "AH", "9H", "3H", "2S")))
"""A trick; with fewer players, they play the first cards and the last one."""


def show(language: str | None = None) -> Response:
    """Explain a game, with a trick as an example."""
    if language is not None:
        if language not in LANGUAGES:
            abort(404)
        speak(language)
    game = find_game(request.args.get("game", FIRST))
    trick = (*TRICK[: game.seats - 1], TRICK[-1])
    page = render_template(
        "help/show.html",
        game=game,
        house=rules.HouseRules.of(game.key),
        games=GAMES,
        addressed=language,
        players=PLAYERS,
        trick=trick,
        winner=find_winner(trick),
    )
    return allow_indexing(make_response(page))
