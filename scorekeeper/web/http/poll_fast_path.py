"""A WSGI fast path for polls: an unchanged page is answered before Flask sees the request.

A view that answers 304 may offer its version: a query, and the row that it returns while the page
is unchanged. The answer is stored under every part of the request on which it depends. An equal
request runs the query again, and if the row is equal, too, gets the same answer.
"""

import hashlib
import logging
import time
from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import quote

from flask import Flask, request

from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.errors import StorageError
from scorekeeper.book.db.lru_cache import LRUCache
from scorekeeper.book.db.statements import VersionQuery
from scorekeeper.web.http import current_device, logs

OFFER = "scorekeeper.version"
"""The key of the WSGI environment in which a view offers the version of its page."""
MAX_AGE_SECONDS = 300
"""How long an answer is repeated before Flask answers again; hidden pages poll once a minute."""
MAX_ANSWERS = 8000
"""Maximum answers in memory, of 1.4 kB each; a phone that follows a match needs one."""

REQUEST_PARTS = (
    *("PATH_INFO", "QUERY_STRING", "CONTENT_LENGTH", "HTTP_X_SENT_BY"),
    *("HTTP_COOKIE", "HTTP_AUTHORIZATION", "HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT_ENCODING"),
    *("wsgi.url_scheme", "HTTP_HOST", "HTTP_ORIGIN", "SCRIPT_NAME", "SERVER_NAME", "SERVER_PORT"),
    "REMOTE_ADDR",
)
"""The parts on which an answer may depend, after `ProxyHeaders` has changed them.

The etag is not among them, so that each phone has one answer for its page.
"""


class Answer(NamedTuple):
    """A 304 that may be repeated: its etag, its time, and the version of its page."""

    etag: str
    headers: tuple[tuple[str, str], ...]
    time: float
    version: VersionQuery
    secret: Secret


def offer(version: VersionQuery) -> None:
    """Allow the fast path to repeat this 304 while the page has the same version.

    No clock may change the page within `MAX_AGE_SECONDS`.
    """
    request.environ[OFFER] = version, current_device.read_secret()


class PollFastPath:
    """WSGI middleware around a Flask app and inside `ProxyHeaders`."""

    def __init__(self, app: Flask) -> None:
        self.app, self.answer_by_flask = app, app.wsgi_app
        self.answers = LRUCache[bytes, Answer](MAX_ANSWERS)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Repeat the last 304 for an unchanged page; pass on every other request."""
        etag = environ.get("HTTP_IF_NONE_MATCH")
        if etag is None or environ["REQUEST_METHOD"] != "GET":
            return self.answer_by_flask(environ, start_response)
        began, moment, key = time.perf_counter(), time.time(), _digest(environ)
        answer = self.answers.get(key)
        if answer is not None and answer.etag == etag and self._is_valid(answer, moment):
            self._record(answer, environ, began)
            start_response("304 NOT MODIFIED", list(answer.headers))
            return ()

        def store(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            sets_cookie = any(name == "Set-Cookie" for name, _ in headers)
            if OFFER in environ and status.startswith("304") and not sets_cookie:
                self.answers.put(key, Answer(etag, tuple(headers), moment, *environ[OFFER]))
            return start_response(status, headers, *error)

        return self.answer_by_flask(environ, store)

    def _is_valid(self, answer: Answer, moment: float) -> bool:
        """Whether the page is unchanged, and its device may poll again."""
        if not answer.time <= moment < answer.time + MAX_AGE_SECONDS:
            return False
        try:
            is_current = self.app.extensions["database"].is_current(answer.version)
        except StorageError:
            return False
        return is_current and not self.app.extensions["rates"].count("polls", answer.secret)

    def _record(self, answer: Answer, environ: dict[str, Any], began: float) -> None:
        """Log a repeated answer, as Flask's hooks do."""
        if logs.LOG.isEnabledFor(logging.INFO):
            path = quote(environ.get("SCRIPT_NAME", "") + environ["PATH_INFO"])
            request_id = logs.make_request_id(environ, self.app.config["TRUSTED_PROXIES"])
            logs.log_answer("GET", path, 304, time.perf_counter() - began, request_id)


def _digest(environ: dict[str, Any]) -> bytes:
    """Return a short key, because cookies may be long."""
    parts = repr([environ.get(part) for part in REQUEST_PARTS])
    return hashlib.sha256(parts.encode(errors="surrogateescape")).digest()
