"""Whether the program can do its work, for what looks after it."""

from flask import Blueprint, Response
from sqlalchemy import select

from scorekeeper.book.errors import StorageError
from scorekeeper.web.site.scorebook import database

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def show() -> Response:
    """Say whether the scorebook answers."""
    try:
        with database().read() as session:
            session.scalar(select(1))
    except StorageError:
        return Response("The scorebook does not answer.\n", 503, mimetype="text/plain")
    return Response("All is well.\n", mimetype="text/plain")
