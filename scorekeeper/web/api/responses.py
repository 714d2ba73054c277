"""How programs are answered: as JSON, or that nothing is new; and from which other sites."""

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
    """What was asked for: `said` tells it, and is the same as long as `seen` is."""

    seen: Hashable
    said: Callable[[], dict[str, Any]]


def respond(found: CachedBody) -> Response:
    """Answer with what was found, or that whoever asks has it already."""
    seen = request.endpoint, found.seen, release_digest()
    tag = hashlib.sha256(repr(seen).encode()).hexdigest()[:32]
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        said = json.dumps(found.said(), ensure_ascii=False, separators=(",", ":"))
        response = Response(said, mimetype="application/json")
    # Weak: it may be sent compressed, or not.
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.add("Authorization")
    return response


def register_cors(app: Flask, origins: Collection[str]) -> None:
    """Let the pages of other sites ask, too, if they have a token; no other page may read it."""

    def allow(response: Response) -> Response:
        if origins and api_requests.is_api_request():
            response.vary.add("Origin")
            if (origin := request.headers.get("Origin")) in origins:
                response.headers["Access-Control-Allow-Origin"] = str(origin)
                response.headers.update(CORS_HEADERS)
        return response

    app.after_request(allow)
