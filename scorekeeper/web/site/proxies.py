"""The proxies between a browser and the program: who of them is believed, and what they lack."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from flask import current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

PARTS = {"x_for": "FOR", "x_proto": "PROTO", "x_host": "HOST", "x_prefix": "PREFIX"}
"""What a proxy says, by the names that werkzeug has for it."""
ORIGINAL = "werkzeug.proxy_fix.orig"
SHOWN = (
    "Origin",
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "X-Forwarded-Host",
    "X-Forwarded-Port",
    "X-Forwarded-Prefix",
    "Forwarded",
)
LONGEST = 100
"""Characters of a header that are shown."""

SCHEME = {
    "nginx": "proxy_set_header X-Forwarded-Proto $scheme;",
    "Caddy": "header_up X-Forwarded-Proto {scheme}",
    "Apache": "RequestHeader set X-Forwarded-Proto expr=%{REQUEST_SCHEME}",
    "Traefik": "forwardedHeaders.trustedIPs: [the proxy before it]",
}
SCHEME_OF_ANOTHER = SCHEME | {
    "nginx": "proxy_set_header X-Forwarded-Proto $http_x_forwarded_proto;",
    "Caddy": "trusted_proxies private_ranges",
    "Apache": "remove the line RequestHeader set X-Forwarded-Proto",
}
"""Where an inner proxy speaks of itself, though one before it ends https."""
HOST = {
    "nginx": "proxy_set_header X-Forwarded-Host $http_host;",
    "Caddy": "header_up X-Forwarded-Host {hostport}",
    "Apache": "ProxyPreserveHost On",
    "Traefik": "passHostHeader: true",
}


class Proxies:
    """The app behind so many proxies, of which each says what it was asked, or leaves it said.

    Those add to one header and overwrite another: where fewer spoke than there are, the first is
    believed, who has seen the browser.
    """

    def __init__(self, app: Callable[..., Iterable[bytes]], count: int) -> None:
        self.app, self.count = app, count

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request as the browser sent it to the first of them."""
        spoke = {
            part: min(self.count, max(1, len(_said(environ, f"X-Forwarded-{name.title()}"))))
            for part, name in PARTS.items()
        }
        return ProxyFix(self.app, **spoke)(environ, start_response)


@dataclass(frozen=True)
class Way:
    """How a request came in, and what would let it come in as the browser sent it."""

    arrived: Mapping[str, str]
    """The headers that say where it came from, as they were before any was believed."""
    setting: str | None
    lines: Mapping[str, str]
    """By proxies: the line of which one is missing there."""

    def __str__(self) -> str:
        came = ", ".join(f"{name} {value!r}" for name, value in self.arrived.items())
        mends = [*([self.setting] if self.setting else [])]
        mends += [" or ".join(f"in {proxy} `{line}`" for proxy, line in self.lines.items())]
        return f"it arrived with {came}; what mends it: {' and '.join(filter(None, mends))}"


def way() -> Way:
    """Return how this request came in, and what would let its origin be the one it was sent to."""
    count = current_app.config["PROXIES"]
    spoke = len(_said(request.environ, "X-Forwarded-For"))
    came = arrived()
    # A name that is merely unknown speaks of no proxy.
    uncounted = not count and len(came) > 1
    setting = f"SCOREKEEPER_PROXIES={min(9, max(1, spoke))}" if uncounted else None
    count = count or max(1, spoke)
    scheme = _believed("X-Forwarded-Proto", count) or _first("wsgi.url_scheme")
    host = _believed("X-Forwarded-Host", count) or _first("HTTP_HOST")
    lines: dict[str, str] = {}
    try:
        origin = urlsplit(request.headers.get("Origin", ""))
    except ValueError:
        origin = urlsplit("")
    if origin.scheme and origin.scheme != scheme:
        lines = SCHEME_OF_ANOTHER if "X-Forwarded-Proto" in request.headers else SCHEME
    elif origin.netloc and origin.netloc != host:
        lines = HOST
    return Way(came, setting, lines)


def arrived() -> dict[str, str]:
    """Return the headers that say where a request came from, as they arrived."""
    found = {"Host": _first("HTTP_HOST")}
    found |= {name: request.headers[name] for name in SHOWN if name in request.headers}
    return {name: value[:LONGEST] for name, value in found.items()}


def _first(name: str) -> str:
    """Return what the server said, before a proxy was believed."""
    original = request.environ.get(ORIGINAL, {})
    return str(original.get(name) or request.environ.get(name) or "")


def _believed(header: str, count: int) -> str:
    said = _said(request.environ, header)
    return said[-min(count, len(said))] if said else ""


def _said(environ: Mapping[str, Any], header: str) -> list[str]:
    value = environ.get(f"HTTP_{header.upper().replace('-', '_')}", "")
    return [one for one in map(str.strip, value.split(",")) if one]
