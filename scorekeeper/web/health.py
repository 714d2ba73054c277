"""Whether the program runs, and whether it can do its work, for what looks after it."""

from flask import Blueprint, Response

from scorekeeper.book.readiness import hindrances
from scorekeeper.web.site.scorebook import database

blueprint = Blueprint("health", __name__)

ALIVE = "/healthz"
"""Where it is asked whether the program runs."""


@blueprint.get(ALIVE)
def alive() -> Response:
    """Say that the program runs, whatever else does not: a new start would mend nothing."""
    return Response("It runs.\n", mimetype="text/plain")


@blueprint.get("/readyz")
def ready() -> Response:
    """Say whether the scorebook can be read and written, or what stands in the way."""
    found = hindrances(database())
    told = "".join(f"{hindrance}\n" for hindrance in found) or "All is well.\n"
    return Response(told, 503 if found else 200, mimetype="text/plain")
