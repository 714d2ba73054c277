"""The read-only JSON API, documented in docs/api.md."""

from collections.abc import Callable, Sequence

from flask import Response, abort

from scorekeeper.web.api import matches, parameters, players
from scorekeeper.web.api.responses import CachedBody, respond
from scorekeeper.web.http import api_requests
from scorekeeper.web.site.db import database
from scorekeeper.words.language import gettext as _


def _view(
    find: Callable[..., CachedBody | None], known: Sequence[parameters.Parameter] = ()
) -> Callable[..., Response]:
    """Return a view that responds with the result of `find` for the token's scorebook."""

    def view(**where: str) -> Response:
        with database().read() as reading:
            scorebook_id = parameters.require_scorebook(reading)
            try:
                read = parameters.read_parameters(known)
            except parameters.InvalidParameter as error:
                return api_requests.problem_response(
                    422, _("We couldn’t read that"), str(error), parameter=error.parameter
                )
            return respond(find(reading, scorebook_id, **where, **read) or abort(404))

    return view


show_matches = _view(matches.matches, parameters.PAGED)
show_match = _view(matches.match)
show_players = _view(players.players, (parameters.PERIOD, *parameters.PAGED))
show_player = _view(players.player, (parameters.PERIOD,))
show_running = _view(matches.running)
