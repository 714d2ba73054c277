"""What a match file looks like, for programs that write or read one."""

import json
from functools import cache

from flask import Blueprint, Response, request

from scorekeeper.rules import notation

blueprint = Blueprint("schema", __name__, url_prefix="/schema")


@blueprint.get("/match-file.json")
def match_file() -> Response:
    """Send the JSON Schema of the match file."""
    response = Response(_written(), mimetype="application/schema+json")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@cache
def _written() -> bytes:
    return f"{json.dumps(notation.schema(), indent=2)}\n".encode()
