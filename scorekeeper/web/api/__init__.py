"""What programs can ask of a scorebook: a table, from which addresses and document are made."""

from collections.abc import Callable, Collection
from functools import partial

from flask import Blueprint, Flask, Response, abort, request

from scorekeeper.web.api import people, told
from scorekeeper.web.api.answered import Found, answer, open_to
from scorekeeper.web.api.asked import PAGED, PERIOD, NotTaken, parameters, scorebook_of_token
from scorekeeper.web.api.document import Operation, write
from scorekeeper.web.site import programs
from scorekeeper.web.site.scorebook import database
from scorekeeper.words.language import gettext as _

V1 = f"{programs.API}v1"
OPERATIONS = (
    Operation(
        f"{V1}/matches",
        "matches",
        "Matches",
        "The matches, those that began last first.",
        told.matches,
        PAGED,
        {"match": "/matches/0/id"},
    ),
    Operation(
        f"{V1}/matches/{{match}}",
        "match",
        "WholeMatch",
        "A match: its file, and what `scorekeeper score` says of it.",
        told.match,
    ),
    Operation(
        f"{V1}/players",
        "players",
        "Players",
        "The players with their figures, those that were added last first.",
        people.players,
        (PERIOD, *PAGED),
        {"player": "/players/0/id"},
    ),
    Operation(
        f"{V1}/players/{{player}}",
        "player",
        "WholePlayer",
        "A player: the figures, the best and the worst hand, whom with and whom against.",
        people.player,
        (PERIOD,),
    ),
    Operation(
        f"{V1}/running",
        "running",
        "Running",
        "The match that is being played, for an overlay: ask again with `If-None-Match`.",
        told.running,
        leads_to={"match": "/match/id"},
    ),
)
"""Everything that takes a token."""
blueprint = Blueprint("api", __name__)


def register(app: Flask, origins: Collection[str]) -> None:
    """Let programs ask an app, and the pages of these other sites."""
    app.register_blueprint(blueprint)
    open_to(app, origins)


@blueprint.errorhandler(NotTaken)
def not_taken(error: NotTaken) -> Response:
    """Answer for a parameter that does not exist, or not so."""
    return programs.problem(422, _("That cannot be read"), str(error), parameter=error.parameter)


@blueprint.get(programs.DOCUMENT, merge_slashes=False)
def document() -> Response:
    """Tell what can be asked here."""
    parameters(())
    return answer(Found(request.script_root, partial(write, OPERATIONS, request.script_root)))


def _view(operation: Operation) -> Callable[..., Response]:
    def view(**where: str) -> Response:
        with database().read() as reading:
            scorebook_id = scorebook_of_token(reading)
            asked = {**where, **parameters(operation.parameters)}
            return answer(operation.find(reading, scorebook_id, **asked) or abort(404))

    return view


for _operation in OPERATIONS:
    blueprint.add_url_rule(
        _operation.path.replace("{", "<").replace("}", ">"),
        _operation.name,
        _view(_operation),
        # Two slashes are another address, and no reason to be sent elsewhere.
        merge_slashes=False,
    )
