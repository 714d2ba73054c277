"""Request logs, one line each, as text or JSON, without secrets."""

import json
import logging
import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any, Literal, get_args
from urllib.parse import quote

from flask import Flask, Response, current_app, g, has_request_context, request

LOG = logging.getLogger("scorekeeper.requests")

TEXT_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
REQUEST_ID_PATTERN = re.compile(r"[\w.-]{1,64}", re.ASCII)
"""Request ids that are accepted from a proxy."""
SECRET_FOLDERS = "e|i|in|k|open|r|t|w"
"""The routes that contain a link or code, as in /in/CODE, which gives access to who reads it.

The proxies in deploy/ keep the same paths out of their logs; tests compare both with the routes.
"""
SECRET_PATH = re.compile(rf"((?:/|%2F)(?:{SECRET_FOLDERS})(?:/|%2F))[^\s\"'?#<>]+", re.IGNORECASE)
QUERY = re.compile(r"(?<=[\w/-])\?[^\s\"'<>]+")
"""The query of an address: it may be a link that another app shared with this one, or a name."""
LINK_TOKEN = re.compile(r"(?<![\w-])[\w-]{22}\.[\w-]{22,}", re.ASCII)
"""The signed token of a link anywhere in a text: a public id and its signature."""

LogEvent = Literal[
    "code",
    "host",
    "origin",
    "prefix",
    "proxy",
    "quota",
    "rate",
    "recovery",
    "removal",
    "size",
    "token",
]
LOG_EVENTS: tuple[LogEvent, ...] = get_args(LogEvent)
"""All events; `docs/hosting/watch.md` explains them."""


def configure_logging(form: str) -> None:
    """Log to standard error, as JSON if `form` is `json`; no requests if it is empty."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter(TEXT_FORMAT))
    logger = logging.getLogger("scorekeeper")
    # Don't propagate: the server may have configured the root logger before the first request.
    logger.handlers, logger.propagate = [handler], False
    logging.basicConfig(handlers=[handler])
    if form:
        LOG.setLevel(logging.INFO)


def register(app: Flask) -> None:
    """Log each request of an app if request logs are enabled."""
    app.before_request(start_timer)
    app.after_request(log_request)


def start_timer() -> None:
    g.began = time.perf_counter()


def log_request(response: Response) -> Response:
    """Log method, path, status and duration; never the client or the query."""
    if LOG.isEnabledFor(logging.INFO):
        path = redact(quote(request.script_root + request.path))
        seconds = time.perf_counter() - g.began
        log_answer(request.method, path, response.status_code, seconds)
    return response


def log_answer(method: str, path: str, status: int, seconds: float, request_id: str = "") -> None:
    """Log an answered request; outside Flask, with its id."""
    values = method, path, status, 1000 * seconds
    LOG.info("%s %s %s, %.1f ms", *values, extra={"request_id": request_id})


def make_request_id(environ: Mapping[str, Any], trusted_proxies: int) -> str:
    """Return the request id of a trusted proxy, or a new one."""
    proxied = environ.get("HTTP_X_REQUEST_ID", "") if trusted_proxies else ""
    return proxied if REQUEST_ID_PATTERN.fullmatch(proxied) else token_hex(8)


def redact(text: str) -> str:
    return LINK_TOKEN.sub("…", SECRET_PATH.sub(r"\1…", QUERY.sub("", text)))


def redact_record(record: logging.LogRecord) -> bool:
    """Remove links, codes and queries from what another library logs, as a filter of its logger."""
    record.msg, record.args = redact(record.getMessage()), None
    return True


class TextFormatter(logging.Formatter):
    """Log lines as text, ending with the request id."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line, and the traceback of an exception."""
        number = _request_id(record)
        return redact(super().format(record)) + (f" [{number}]" if number else "")


class JsonFormatter(logging.Formatter):
    """Log lines as JSON objects, with the request id and the event."""

    def format(self, record: logging.LogRecord) -> str:
        """Return an object on one line; a traceback is a part of its message."""
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redact(super().format(record)),
            "request": _request_id(record),
            "event": getattr(record, "event", ""),
        }
        return json.dumps({name: value for name, value in entry.items() if value})


def _request_id(record: logging.LogRecord) -> str:
    if not has_request_context():
        return str(getattr(record, "request_id", ""))
    if "request_id" not in g:
        g.request_id = make_request_id(request.environ, current_app.config["TRUSTED_PROXIES"])
    return str(g.request_id)
