"""Whether the program runs, and whether it can do its work, for what looks after it."""

from flask import Blueprint, Response, request
from sqlalchemy.exc import DBAPIError

from scorekeeper.book.access.grants import granted
from scorekeeper.book.db.errors import StorageError
from scorekeeper.book.maintenance.readiness import free_bytes, hindrances
from scorekeeper.web.http import current_device
from scorekeeper.web.site.db import database

blueprint = Blueprint("health", __name__)

HEALTH_PATH = "/healthz"
"""Where it is asked whether the program runs."""


@blueprint.get(HEALTH_PATH)
def alive() -> Response:
    """Say that the program runs, whatever else does not: a new start would mend nothing."""
    return Response("It runs.\n", mimetype="text/plain")


@blueprint.get("/readyz")
def ready() -> Response:
    """Say whether the scorebook can be read and written; to a phone with access, the details."""
    found = hindrances(database())
    lines = ["Not ready." if found else "Ready."]
    if _has_access():
        lines += [*found, f"Scheme: {request.scheme}", f"Host: {request.host}"]
        lines.append(f"Client: {request.remote_addr}")
        if (free := free_bytes(database())) is not None:
            lines.append(f"Free disk: {free // 1_000_000} MB")
    said = "".join(f"{line}\n" for line in lines)
    return Response(said, 503 if found else 200, mimetype="text/plain")


def _has_access() -> bool:
    """Whether the phone that asks may see anything here; false while the database can't say."""
    secret = current_device.read_secret()
    if secret is None:
        return False
    try:
        with database().ask() as session:
            return bool(granted(session, secret))
    except (StorageError, DBAPIError):
        return False
