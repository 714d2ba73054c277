"""Forwarded headers of the trusted proxies in front of the app."""

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import Flask, current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

LOG = logging.getLogger("scorekeeper.proxies")
LOG.setLevel(logging.INFO)  # one line, which every host needs to see

FORWARDED_HEADERS = {"x_for": "FOR", "x_proto": "PROTO", "x_host": "HOST", "x_prefix": "PREFIX"}
"""X-Forwarded headers by their ProxyFix arguments."""


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
            part: min(
                self.count, max(1, len(_header_values(environ, f"X-Forwarded-{name.title()}")))
            )
            for part, name in FORWARDED_HEADERS.items()
        }
        return ProxyFix(self.app, **counts)(environ, start_response)


def register(app: Flask) -> None:
    """Log how the app sees the first request through a proxy, once per process."""
    is_first = threading.Lock()

    def log_first() -> None:
        is_proxied = any(
            f"X-Forwarded-{name.title()}" in request.headers for name in FORWARDED_HEADERS.values()
        )
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


def _header_values(environ: Mapping[str, Any], header: str) -> list[str]:
    value = environ.get(f"HTTP_{header.upper().replace('-', '_')}", "")
    return [one for one in map(str.strip, value.split(",")) if one]
