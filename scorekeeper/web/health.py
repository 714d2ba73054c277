"""Liveness and readiness probes."""

from contextlib import suppress

from flask import Response, request
from sqlalchemy.exc import DBAPIError

from scorekeeper.book.db.errors import StorageError
from scorekeeper.book.maintenance.readiness import find_problems, free_bytes
from scorekeeper.web.http import current_device
from scorekeeper.web.site import db

HEALTH_PATH = "/healthz"


def alive() -> Response:
    """Return 200 while the process runs, even if the database does not: a restart won't help."""
    return Response("It runs.\n", mimetype="text/plain")


def ready() -> Response:
    """Report whether the scorebook can be read and written, with details for a known device."""
    problems = find_problems(db.database())
    lines = ["Not ready." if problems else "Ready."]
    if _has_access():
        lines += [*problems, f"Scheme: {request.scheme}", f"Host: {request.host}"]
        lines.append(f"Client: {request.remote_addr}")
        if (free := free_bytes(db.database())) is not None:
            lines.append(f"Free disk: {free // 1_000_000} MB")
    text = "".join(f"{line}\n" for line in lines)
    return Response(text, 503 if problems else 200, mimetype="text/plain")


def _has_access() -> bool:
    """Whether the device has any access; false while the database is unavailable."""
    if current_device.read_secret() is not None:
        with suppress(StorageError, DBAPIError), db.database().query() as session:
            return db.has_access(session)
    return False
