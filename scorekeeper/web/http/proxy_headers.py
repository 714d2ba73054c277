"""Forwarded headers of the trusted proxies in front of the app."""

import logging
import threading
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

LOG = logging.getLogger("scorekeeper.proxies")
LOG.setLevel(logging.INFO)  # one line, which every host needs to see

FORWARDED_HEADERS = {
    f"x_{name.lower()}": f"HTTP_X_FORWARDED_{name}" for name in ("FOR", "PROTO", "HOST", "PREFIX")
}
"""X-Forwarded headers as WSGI names them, by their ProxyFix arguments."""


class ProxyHeaders:
    """WSGI middleware for an app behind `count` proxies.

    Proxies append to some headers and overwrite others. If a header has fewer values than there are
    proxies, the first value counts, because that proxy has seen the browser.
    """

    def __init__(self, app: Callable[..., Iterable[bytes]], count: int) -> None:
        self.app, self.count = app, count

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request as the browser sent it to the first proxy."""
        counts = {
            part: min(self.count, max(1, _count_values(environ.get(header, ""))))
            for part, header in FORWARDED_HEADERS.items()
        }
        return ProxyFix(self.app, **counts)(environ, start_response)


def register(app: Flask) -> None:
    """Log how the app sees the first request through a proxy, once per process."""
    is_first = threading.Lock()

    def log_first() -> None:
        is_proxied = not request.environ.keys().isdisjoint(FORWARDED_HEADERS.values())
        if is_proxied and is_first.acquire(blocking=False):
            LOG.info(
                "first request through a proxy: scheme %.20r, host %.100r, client %.100r;"
                " SCOREKEEPER_TRUSTED_PROXIES is %s",
                request.scheme,
                request.host,
                request.remote_addr,
                current_app.config["TRUSTED_PROXIES"],
            )

    app.before_request(log_first)


def _count_values(header: str) -> int:
    return sum(bool(value.strip()) for value in header.split(","))
