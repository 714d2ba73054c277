"""The proxies between a browser and the program: which are believed, and how they are seen."""

import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import Flask, current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

LOG = logging.getLogger("scorekeeper.proxies")
LOG.setLevel(logging.INFO)  # one line, which a host needs without asking for more

FORWARDED_HEADERS = {"x_for": "FOR", "x_proto": "PROTO", "x_host": "HOST", "x_prefix": "PREFIX"}
"""What a proxy says, by the names that werkzeug has for it."""


class ProxyHeaders:
    """The app behind so many proxies, of which each says what it was asked, or leaves it said.

    Those add to one header and overwrite another: where fewer spoke than there are, the first is
    believed, who has seen the browser.
    """

    def __init__(self, app: Callable[..., Iterable[bytes]], count: int) -> None:
        self.app, self.count = app, count

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request as the browser sent it to the first of them."""
        spoke = {
            part: min(
                self.count, max(1, len(_header_values(environ, f"X-Forwarded-{name.title()}")))
            )
            for part, name in FORWARDED_HEADERS.items()
        }
        return ProxyFix(self.app, **spoke)(environ, start_response)


def register(app: Flask) -> None:
    """Log how the first request through a proxy is seen, once in each process."""
    is_first = threading.Lock()

    def log_first() -> None:
        came = any(
            f"X-Forwarded-{name.title()}" in request.headers for name in FORWARDED_HEADERS.values()
        )
        if came and is_first.acquire(blocking=False):
            LOG.info(
                "first request through a proxy: scheme %.20r, host %.100r, client %.100r;"
                " SCOREKEEPER_PROXIES is %s",
                request.scheme,
                request.host,
                request.remote_addr,
                current_app.config["PROXIES"],
            )

    app.before_request(log_first)


def _header_values(environ: Mapping[str, Any], header: str) -> list[str]:
    value = environ.get(f"HTTP_{header.upper().replace('-', '_')}", "")
    return [one for one in map(str.strip, value.split(",")) if one]
