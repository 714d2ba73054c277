"""Programs that ask: with the token of a read link, without cookies, and for no pages."""

import json
import re
from typing import Any
from urllib.parse import quote

from flask import Response, request

from scorekeeper.words.language import spoken

API = "/api/"
THEIRS = re.compile(f"{API}|/r/[^/]+/[^/]")
"""Where they ask: with the token in a header, or in the address before what is asked for."""
TOKEN = re.compile("^/r/[^/]+")
DOCUMENT = f"{API}v1/openapi.json"
"""Where it is told what programs can ask."""
PROBLEM = "application/problem+json"
PROBLEMS = (400, 401, 403, 404, 405, 413, 422, 429, 431, 500, 501, 503)
"""What is told of there one by one; all else is told of together."""


def ask() -> bool:
    """Whether a program asks: no cookie is read here, and none is given."""
    return may_ask(request.path)


def may_ask(path: str) -> bool:
    """Whether a path is one at which programs ask."""
    return THEIRS.match(f"{path}/") is not None


def problem(status: int, title: str, detail: str, **about: Any) -> Response:
    """Return what went wrong as programs read it (RFC 9457)."""
    root = quote(request.script_root)
    known = status if status in PROBLEMS else "default"
    said = {
        "type": f"{root}{DOCUMENT}#/components/responses/{known}",
        "title": title,
        "status": status,
        "detail": detail,
        # Without a token, and without its question, where one was put by mistake.
        "instance": f"{root}{quote(TOKEN.sub('/r', request.path))}",
        **about,
    }
    response = Response(json.dumps(said, ensure_ascii=False), status, mimetype=PROBLEM)
    response.headers["Content-Language"] = spoken()
    response.vary.add("Accept-Language")
    return response
