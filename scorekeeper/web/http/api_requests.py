"""Programs that ask: with the token of a read link, without cookies, and for no pages."""

import json
import re
from typing import Any
from urllib.parse import quote

from flask import Response, request

from scorekeeper.words.language import spoken

API_PREFIX = "/api/"
API_PATHS = re.compile(f"{API_PREFIX}|/r/[^/]+/[^/]")
"""Where they ask: with the token in a header, or in the address before what is asked for."""
READ_LINK_TOKEN = re.compile("^/r/[^/]+")
PROBLEM_TYPE = "application/problem+json"


def is_api_request() -> bool:
    """Whether a program asks: no cookie is read here, and none is given."""
    return is_api_path(request.path)


def is_api_path(path: str) -> bool:
    """Whether a path is one at which programs ask."""
    return API_PATHS.match(f"{path}/") is not None


def problem_response(status: int, title: str, detail: str, **about: Any) -> Response:
    """Return what went wrong as programs read it (RFC 9457)."""
    root = quote(request.script_root)
    said = {
        # RFC 9457: nothing to know beyond the status, which docs/api.md explains.
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail,
        # Without a token, and without its question, where one was put by mistake.
        "instance": f"{root}{quote(READ_LINK_TOKEN.sub('/r', request.path))}",
        **about,
    }
    response = Response(json.dumps(said, ensure_ascii=False), status, mimetype=PROBLEM_TYPE)
    response.headers["Content-Language"] = spoken()
    response.vary.add("Accept-Language")
    return response
