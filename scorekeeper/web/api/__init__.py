"""The read-only JSON API, documented in docs/api.md."""

from collections.abc import Callable, Sequence

from flask import Blueprint, Response, abort

from scorekeeper.web.api import matches, parameters, players
from scorekeeper.web.api.responses import CachedBody, respond
from scorekeeper.web.http import api_requests
from scorekeeper.web.site.db import database
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("api", __name__, url_prefix=f"{api_requests.API_PREFIX}v1")


@blueprint.errorhandler(parameters.InvalidParameter)
def render_invalid_parameter(error: parameters.InvalidParameter) -> Response:
    """Render the 422 response for an unknown or invalid parameter."""
    return api_requests.problem_response(
        422, _("We couldn’t read that"), str(error), parameter=error.parameter
    )


def _add_route(
    path: str, find: Callable[..., CachedBody | None], known: Sequence[parameters.Parameter] = ()
) -> None:
    """Add a route that responds with the result of `find` for the token's scorebook."""

    def view(**where: str) -> Response:
        with database().read() as reading:
            scorebook_id = parameters.require_scorebook(reading)
            return respond(
                find(reading, scorebook_id, **where, **parameters.read_parameters(known))
                or abort(404)
            )

    # A double slash is a 404 rather than a redirect.
    blueprint.add_url_rule(path, find.__name__, view, merge_slashes=False)


_add_route("/matches", matches.matches, parameters.PAGED)
_add_route("/matches/<match>", matches.match)
_add_route("/players", players.players, (parameters.PERIOD, *parameters.PAGED))
_add_route("/players/<player>", players.player, (parameters.PERIOD,))
_add_route("/running", matches.running)
