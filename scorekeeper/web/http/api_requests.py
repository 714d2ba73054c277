"""API requests: authorized by the token of a read link, without cookies; errors as problems."""

import json
import re
from collections.abc import Collection
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, request

from scorekeeper.words.language import get_language

API_PREFIX = "/api/"
API_PATHS = re.compile(f"{API_PREFIX}|/r/[^/]+/[^/]")
"""API paths: with the token in a header, or in the path before the resource."""
READ_LINK_TOKEN = re.compile("^/r/[^/]+")
PROBLEM_TYPE = "application/problem+json"
CORS_HEADERS = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Expose-Headers": "Allow, ETag, Retry-After, WWW-Authenticate",
    "Access-Control-Max-Age": "600",
}


def register_cors(app: Flask, origins: Collection[str]) -> None:
    """Add CORS headers to API responses for these origins."""

    def allow(response: Response) -> Response:
        if origins and is_api_request():
            response.vary.add("Origin")
            if (origin := request.headers.get("Origin")) in origins:
                response.headers["Access-Control-Allow-Origin"] = str(origin)
                response.headers.update(CORS_HEADERS)
        return response

    app.after_request(allow)


def is_api_request() -> bool:
    """Whether this is an API request, for which no cookie is read or set."""
    return API_PATHS.match(f"{request.path}/") is not None


def problem_response(status: int, title: str, detail: str, **extra: Any) -> Response:
    """Return an error as problem details (RFC 9457)."""
    root = quote(request.script_root)
    problem = {
        # RFC 9457: the status says it all, and docs/api.md explains it.
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail,
        # Without the token in the path and without the query, which may contain one by mistake.
        "instance": f"{root}{quote(READ_LINK_TOKEN.sub('/r', request.path))}",
        **extra,
    }
    response = Response(json.dumps(problem, ensure_ascii=False), status, mimetype=PROBLEM_TYPE)
    response.headers["Content-Language"] = get_language()
    response.vary.add("Accept-Language")
    return response
