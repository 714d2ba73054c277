"""Responses of the API: JSON with an ETag, or 304 Not Modified."""

import hashlib
import json
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from flask import Response, request

from scorekeeper.web.http.assets import release_digest


class CachedBody(NamedTuple):
    """A response body and its key: equal keys mean equal bodies, so the key makes the ETag."""

    key: Hashable
    build: Callable[[], dict[str, Any]]


def respond(body: CachedBody) -> Response:
    """Return the body as JSON with an ETag, or 304 if the client has it already."""
    key = request.endpoint, body.key, release_digest()
    tag = hashlib.sha256(repr(key).encode()).hexdigest()[:32]
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        text = json.dumps(body.build(), ensure_ascii=False, separators=(",", ":"))
        response = Response(text, mimetype="application/json")
    # Weak, because the body may be compressed.
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.add("Authorization")
    return response
