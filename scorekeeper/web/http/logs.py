"""What is written down of requests: a line each, for people or for programs, without secrets."""

import json
import logging
import re
import time
from datetime import UTC, datetime
from secrets import token_hex
from urllib.parse import quote

from flask import Flask, Response, current_app, g, has_request_context, request

LOG = logging.getLogger("scorekeeper.requests")

TEXT_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
REQUEST_ID_PATTERN = re.compile(r"[\w.-]{1,64}", re.ASCII)
"""How a proxy may number a request."""
SECRET_PATH = re.compile(r"(/(?:in|k|w|r|i|open)/)[^\s\"'?#<>]+", re.IGNORECASE)
"""Where what follows in an address is a link or a code, which lets in whoever reads it."""
LINK_TOKEN = re.compile(r"(?<![\w-])[\w-]{22}\.[\w-]{22,}", re.ASCII)
"""How a link ends, wherever it stands: what it is to, and what only the secret key makes of it."""


def configure_logging(form: str) -> None:
    """Write to standard error what is worth a line: `json` for programs, else for people.

    Without a form requests have no lines of their own.
    """
    lines = logging.StreamHandler()
    lines.setFormatter(JsonFormatter() if form == "json" else TextFormatter(TEXT_FORMAT))
    ours = logging.getLogger("scorekeeper")
    # Ours alone: a server may have written its own way to the root before the first request.
    ours.handlers, ours.propagate = [lines], False
    logging.basicConfig(handlers=[lines])
    if form:
        LOG.setLevel(logging.INFO)


def register(app: Flask) -> None:
    """Let an app write a line for each request, where somebody reads them."""
    app.before_request(start_timer)
    app.after_request(log_request)


def start_timer() -> None:
    """Note when a request came."""
    g.began = time.perf_counter()


def log_request(response: Response) -> Response:
    """Write down what was asked and how it was answered; not who asked, nor what for."""
    if LOG.isEnabledFor(logging.INFO):
        path = redact(quote(request.script_root + request.path))
        milliseconds = 1000 * (time.perf_counter() - g.began)
        LOG.info("%s %s %s, %.1f ms", request.method, path, response.status_code, milliseconds)
    return response


def route_pattern() -> str:
    """Return the pattern of the address that is asked, which holds nothing of anybody."""
    return request.url_rule.rule if request.url_rule else "none"


def redact(text: str) -> str:
    """Return a text without the links and codes in it."""
    return LINK_TOKEN.sub("…", SECRET_PATH.sub(r"\1…", text))


class TextFormatter(logging.Formatter):
    """Lines to read, with the number of the request at their end."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line, and how it came to it where something failed."""
        number = _request_id()
        return redact(super().format(record)) + (f" [{number}]" if number else "")


class JsonFormatter(logging.Formatter):
    """Lines of JSON, with the number of the request and the event in them."""

    def format(self, record: logging.LogRecord) -> str:
        """Return an object in a line; how it came to a failure follows in its message."""
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redact(super().format(record)),
            "request": _request_id(),
            "event": getattr(record, "event", ""),
        }
        return json.dumps({name: value for name, value in said.items() if value})


def _request_id() -> str:
    """Return the number of the request, by which its lines are found: the proxy's or a new one."""
    if not has_request_context():
        return ""
    if "request_id" not in g:
        given = request.headers.get("X-Request-ID", "") if current_app.config["PROXIES"] else ""
        g.request_id = given if REQUEST_ID_PATTERN.fullmatch(given) else token_hex(8)
    return str(g.request_id)
