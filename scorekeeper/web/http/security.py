"""Security of requests and responses: proxies, headers, host, origin, session."""

import ipaddress
import logging
import re
import socket
from collections.abc import Callable, Collection, Iterable
from copy import deepcopy
from functools import partial
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature
from werkzeug.exceptions import BadHost
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.book.db.lru_cache import LRUCache
from scorekeeper.web.http import api_requests, cookies, logs
from scorekeeper.words.language import gettext as _

LOG = logging.getLogger("scorekeeper.security")

SESSION_COOKIE = "session"
MAX_VERIFIED_COOKIES = 1000
"""Maximum session cookies with a checked signature in memory, of about 200 bytes each."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), "
    "payment=(), usb=()",
    "X-Robots-Tag": "noindex",
    "Cache-Control": "no-store",
}
FILE_HEADERS = {
    name: HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
}
"""Headers of our own styles, scripts and icons: the others concern pages only."""
LOCAL_HOST = re.compile(r"(([^:]+\.)?localhost|127(\.\d+){3}|\[::1\])(:\d+)?", re.IGNORECASE)
"""Hosts that browsers trust without https."""
PREFIX_PATTERN = re.compile(r"(/[\w~-][\w.~-]*)*", re.ASCII)
"""Valid path prefixes of the app."""
PROXY_LOG = logging.getLogger("scorekeeper.proxies")
PROXY_LOG.setLevel(logging.INFO)  # one line, which every host needs to see

FORWARDED_HEADERS = {
    f"x_{name.lower()}": f"HTTP_X_FORWARDED_{name}" for name in ("FOR", "PROTO", "HOST", "PREFIX")
}
"""X-Forwarded headers as WSGI names them, by their ProxyFix arguments."""


class CookieSessionInterface(SecureCookieSessionInterface):
    """Signed session cookies that only the browser expires, so that the clock here may jump."""

    def __init__(self) -> None:
        # Most requests bring the same cookie as the one before.
        self.verified: LRUCache[str, dict[str, Any]] = LRUCache(MAX_VERIFIED_COOKIES)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session of the cookie, or an empty one; API requests have none."""
        if app.secret_key is None or api_requests.is_api_request():
            return None
        cookie = cookies.read_own_cookie(SESSION_COOKIE)
        values = self.verified.get(cookie)
        if values is None:
            signer = self.get_signing_serializer(app)
            try:
                values = signer.loads(cookie) if signer else {}
            except BadSignature:
                return self.session_class()
            self.verified.put(cookie, values)
        # A copy, because a request may change a list in its session.
        return self.session_class(deepcopy(values))

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Store a modified session in a cookie that outlives the browser window."""
        if session.accessed and "Cookie" not in response.headers.get("Vary", ""):
            response.vary.add("Cookie")
        signer = self.get_signing_serializer(app) if session.modified else None
        if signer is not None:
            cookies.set_own_cookie(response, SESSION_COOKIE, str(signer.dumps(dict(session))))


class ProxyHeaders:
    """WSGI middleware for an app behind `count` proxies.

    Proxies append to some headers and overwrite others. If a header has fewer values than there are
    proxies, the first value counts, because that proxy has seen the browser.
    """

    def __init__(self, app: Callable[..., Iterable[bytes]], count: int) -> None:
        self.app, self.count = app, count

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request as the browser sent it to the first proxy."""
        values = {
            part: filter(str.strip, environ.get(header, "").split(","))
            for part, header in FORWARDED_HEADERS.items()
        }
        counts = {part: min(self.count, max(1, len([*given]))) for part, given in values.items()}
        return ProxyFix(self.app, **counts)(environ, start_response)


def secure(app: Flask, trusted_hosts: Collection[str], hsts_seconds: int) -> None:
    """Apply all checks and headers of this module to an app."""
    app.session_interface, name = CookieSessionInterface(), socket.gethostname().lower()
    app.config.update(
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,  # check_origin checks it, over http too
        HSTS_SECONDS=hsts_seconds,
        TRUSTED_NAMES={"localhost", name, name.partition(".")[0], *map(str.lower, trusted_hosts)},
    )
    app.before_request(partial(log_first_proxied, Lock()))
    app.before_request(check_host)
    app.before_request(check_origin)
    app.before_request(check_form)
    app.after_request(add_headers)


def log_first_proxied(is_first: Lock) -> None:
    """Log how the app sees the first request through a proxy, once per process."""
    is_proxied = not request.environ.keys().isdisjoint(FORWARDED_HEADERS.values())
    if is_proxied and is_first.acquire(blocking=False):
        PROXY_LOG.info(
            "first request through a proxy: scheme %.20r, host %.100r, client %.100r;"
            " SCOREKEEPER_TRUSTED_PROXIES is %s",
            request.scheme,
            request.host,
            request.remote_addr,
            current_app.config["TRUSTED_PROXIES"],
        )


def check_host() -> None:
    """Reject unknown host names, as a defence against DNS rebinding.

    A numeric address cannot be made to point elsewhere, so it is always accepted.
    """
    if isinstance(request.routing_exception, BadHost):
        # A page cannot be rendered without a readable host, because its links need one.
        abort(_plain_bad_request("Can't read this host name."))
    if not PREFIX_PATTERN.fullmatch(request.script_root):
        # The prefix is from the proxy, or from a client it does not filter, and begins every link.
        log_security_event("prefix", "invalid prefix %.100r", request.script_root)
        abort(_plain_bad_request("Can't use this path prefix."))
    name = urlsplit(f"//{request.host}").hostname or ""
    if name in current_app.config["TRUSTED_NAMES"] or name.endswith((".localhost", ".local")):
        return
    try:
        ipaddress.ip_address(name)
    except ValueError:
        log_security_event(
            "host",
            "the host %.100r is not in SCOREKEEPER_PUBLIC_URL or SCOREKEEPER_TRUSTED_HOSTS",
            request.host,
        )
        abort(400, description="host")


def check_origin() -> None:
    """Reject a post from another site's page, or one with a cookie that names no site.

    Every browser since 2020 sends one of the two headers. Without a cookie, nothing can be forged.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site is None and origin is None and "Cookie" in request.headers:
        log_security_event("origin", "form with a cookie, but without Origin or Sec-Fetch-Site")
        abort(403, description="unnamed")
    if site not in (None, "same-origin", "none"):
        log_security_event(
            "origin", "form from another site (%.30r), sent from %.100r", site, origin
        )
        abort(403)
    # Not `request.host_url`, which decodes names that browsers send as xn--…
    own = f"{request.scheme}://{request.host}"
    if origin is not None and origin != own:
        if site == "same-origin" or _is_own_origin(origin):
            sentence = (
                "form sent from %.100r but received as %.100r: check SCOREKEEPER_TRUSTED_PROXIES"
            )
            log_security_event("origin", sentence, origin, own)
            abort(403, description="proxy")
        log_security_event("origin", "form sent from %.100r, not from %.100r", origin, own)
        abort(403)


def log_security_event(event: logs.LogEvent, sentence: str, *values: object) -> None:
    """Log a refused request; values from outside are quoted and cut off."""
    _log_event(event, f"rejected for %.50r: {sentence}", *values)


def log_security_change(event: logs.LogEvent, done: str) -> None:
    """Log a change that the host may want to know about later."""
    _log_event(event, f"done by %.50r: {done}")


def log_unconfigured_proxy() -> None:
    """Log that all phones share one rate limit because a proxy is not configured."""
    if not current_app.config["TRUSTED_PROXIES"] and "X-Forwarded-For" in request.headers:
        sentence = "all clients share one address: count the proxy in SCOREKEEPER_TRUSTED_PROXIES"
        log_security_event("proxy", sentence)


def is_secure_context() -> bool:
    """Whether browsers trust the connection: over https, or on the computer itself."""
    host = request.environ.get("HTTP_HOST", "")
    return request.is_secure or LOCAL_HOST.fullmatch(host) is not None


def check_form() -> None:
    """Reject a form with a nameless field, which no browser sends."""
    if request.method == "POST" and any(name is None for name in request.form):
        abort(400)


def add_headers(response: Response) -> Response:
    """Add the security headers to a response; by default no cache may store it."""
    if response.status_code == 304:
        # The stored page keeps its headers, and polls are most of what is sent.
        return response
    names = set(response.headers.keys())
    for name, value in (FILE_HEADERS if response.cache_control.immutable else HEADERS).items():
        if name not in names:
            response.headers.add(name, value)
    if not is_secure_context():
        # On plain http from another machine, browsers ignore it and log a warning on every page.
        response.headers.pop("Cross-Origin-Opener-Policy", None)
    if request.is_secure:
        seconds = current_app.config["HSTS_SECONDS"]
        response.headers["Strict-Transport-Security"] = f"max-age={seconds}"
    return response


def allow_indexing(response: Response) -> Response:
    """Allow search engines to index a page that contains no personal data."""
    response.headers["X-Robots-Tag"] = "all"
    return response


def _log_event(event: logs.LogEvent, sentence: str, *values: object) -> None:
    message = logs.redact(sentence % (request.remote_addr, *values))
    LOG.warning("%s", message, extra={"event": event})


def _plain_bad_request(text: str) -> Response:
    """Return a 400 response as plain text, or as a problem for API requests."""
    if api_requests.is_api_request():
        return api_requests.problem_response(400, _("We couldn’t read that"), text)
    return Response(f"{text}\n", 400, mimetype="text/plain")


def _is_own_origin(origin: str) -> bool:
    """Whether an origin is one of the app's names, as browsers write them."""
    try:
        name = urlsplit(origin).hostname
    except ValueError:
        return False
    return (
        name in current_app.config["TRUSTED_NAMES"] or name == urlsplit(request.host_url).hostname
    )
