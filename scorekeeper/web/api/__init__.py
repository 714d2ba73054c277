"""What programs can read of a scorebook: docs/api.md describes each address for them."""

from collections.abc import Callable, Collection, Sequence

from flask import Blueprint, Flask, Response, abort

from scorekeeper.web.api import matches, players
from scorekeeper.web.api.parameters import (
    PAGED,
    PERIOD,
    NotTaken,
    Parameter,
    parameters,
    scorebook_of_token,
)
from scorekeeper.web.api.responses import Found, answer, open_to
from scorekeeper.web.http import api_requests
from scorekeeper.web.site.db import database
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("api", __name__, url_prefix=f"{api_requests.API}v1")


def register(app: Flask, origins: Collection[str]) -> None:
    """Let programs ask an app, and the pages of these other sites."""
    app.register_blueprint(blueprint)
    open_to(app, origins)


@blueprint.errorhandler(NotTaken)
def not_taken(error: NotTaken) -> Response:
    """Answer for a parameter that does not exist, or not so."""
    return api_requests.problem(
        422, _("That cannot be read"), str(error), parameter=error.parameter
    )


def _add(path: str, find: Callable[..., Found | None], known: Sequence[Parameter] = ()) -> None:
    """Answer at a path with what is found for the scorebook of the token."""

    def view(**where: str) -> Response:
        with database().read() as reading:
            scorebook_id = scorebook_of_token(reading)
            return answer(find(reading, scorebook_id, **where, **parameters(known)) or abort(404))

    # Two slashes are another address, and no reason to be sent elsewhere.
    blueprint.add_url_rule(path, find.__name__, view, merge_slashes=False)


_add("/matches", matches.matches, PAGED)
_add("/matches/<match>", matches.match)
_add("/players", players.players, (PERIOD, *PAGED))
_add("/players/<player>", players.player, (PERIOD,))
_add("/running", matches.running)
