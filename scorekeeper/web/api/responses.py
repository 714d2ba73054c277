"""Responses of the API: JSON with an ETag, 304 Not Modified, and CORS headers."""

import hashlib
import json
from collections.abc import Callable, Collection, Hashable
from typing import Any, NamedTuple

from flask import Flask, Response, request

from scorekeeper.web.http import api_requests
from scorekeeper.web.http.assets import release_digest

CORS_HEADERS = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Expose-Headers": "Allow, ETag, Retry-After, WWW-Authenticate",
    "Access-Control-Max-Age": "600",
}


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


def register_cors(app: Flask, origins: Collection[str]) -> None:
    """Add CORS headers to API responses for these origins."""

    def allow(response: Response) -> Response:
        if origins and api_requests.is_api_request():
            response.vary.add("Origin")
            if (origin := request.headers.get("Origin")) in origins:
                response.headers["Access-Control-Allow-Origin"] = str(origin)
                response.headers.update(CORS_HEADERS)
        return response

    app.after_request(allow)
