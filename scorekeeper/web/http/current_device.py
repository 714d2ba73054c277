"""The requesting device, known by a long random cookie that its first write creates."""

import base64
import hashlib
import hmac
import re
import secrets
import time

from flask import Response, current_app, request, session
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import AccessDenied, Secret, find_owned_scorebooks, is_known
from scorekeeper.web.http import api_requests, assets, cookies, rate_limits

COOKIE_NAME = "device"
DAY_SECONDS = 24 * 60 * 60
STATUSES_WITHOUT_COOKIE = (204, 304, *range(400, 600))
"""Responses that set no cookie: without a page, unchanged polls, and errors."""
SECRET_PATTERN = re.compile(r"[A-Za-z0-9_-]{22}")


def read_secret() -> Secret | None:
    """Return the secret of the device, whether or not the database knows it.

    In a demonstration all devices share one secret, except those that joined by a link.
    """
    everyone: str | None = current_app.config["DEMO_SECRET"]
    return read_own_secret() or (Secret(everyone) if everyone else None)


def read_own_secret() -> Secret | None:
    """Return the secret of this device alone, from its cookie."""
    secret = cookies.read_own_cookie(_cookie_name())
    return Secret(secret) if SECRET_PATTERN.fullmatch(secret) else None


def ensure_secret(reading: Session, key: str | None = None) -> Secret:
    """Return the secret of the posting device, a new one if the database does not know it.

    Someone else may have planted the browser's cookies: an invented secret, or an entire session.
    The new secret is derived from the session and the form's random key (or `key`), which only
    this page has seen, so two taps on the first form make one device.

    Raises AccessDenied at home, where a device needs access before it may write.
    """
    secret = read_secret()
    if is_at_home():
        # At home all phones share one scorebook, and viewers may not start another.
        if secret is None or not find_owned_scorebooks(reading, secret):
            raise AccessDenied("scorebook")
        return secret
    if secret and (current_app.config["DEMO_SECRET"] or is_known(reading, secret)):
        return secret
    rate_limits.count("scorebooks", rate_limits.client_address())
    return derive_secret(f"device:{key or request.form.get('key') or secrets.token_urlsafe(16)}")


def derive_secret(seed: str) -> Secret:
    """Derive a secret from the session and a seed; the same two give the same secret."""
    message = f"{session.get('csrf_token', '')}:{seed}".encode(errors="replace")
    digest = hmac.new(secret_key().encode(), message, hashlib.sha256).digest()
    return Secret(base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode())


def secret_key() -> str:
    """Return the key that signs sessions, links and derived secrets."""
    return str(current_app.config["SECRET_KEY"])


def is_at_home() -> bool:
    """Whether all phones share one scorebook at home."""
    return current_app.config["HOME_CODE_FILE"] is not None


def chosen_home_code() -> str:
    """Return the home code that the host chose; empty if it is in a file."""
    return str(current_app.config["HOME_CODE"])


def set_device_cookie(response: Response, secret: Secret) -> Response:
    """Set the device's cookie."""
    if secret != current_app.config["DEMO_SECRET"]:
        cookies.set_own_cookie(response, _cookie_name(), secret)
        session["renewed"] = _current_day()
    return response


def sign_in(response: Response, secret: Secret) -> Response:
    """Set the cookie of a device that was granted access; clear a session that may be planted."""
    if secret != read_secret():
        session.clear()
        session["arrived"] = True
    return set_device_cookie(response, secret)


def delete_device_cookie(response: Response) -> Response:
    """Delete the device's cookie and its session."""
    session.clear()
    name = _cookie_name()
    for known in {cookies.own_cookie_name(name), f"scorekeeper_{name}", name}:
        cookies.delete_cookie(response, known)
    return response


def is_first_visit_today() -> bool:
    """Whether a returning browser visits for the first time today, not counting polls."""
    was_here = session.get("renewed")
    return was_here not in (None, _current_day()) and not request.if_none_match


def renew_cookie_daily(response: Response) -> Response:
    """Renew the device's cookie once a day, so that devices that only read keep it, too."""
    by_none = api_requests.is_api_request() or request.endpoint in assets.COOKIELESS_ENDPOINTS
    if by_none or response.status_code in STATUSES_WITHOUT_COOKIE:
        return response
    if (
        session.get("renewed") == _current_day()
        and cookies.own_cookie_name(_cookie_name()) in request.cookies
    ):
        return response
    secret = read_secret()
    return response if secret is None else set_device_cookie(response, secret)


def _cookie_name() -> str:
    # Cookies ignore ports: one may be from the real scorebook or from an earlier demonstration.
    everyone: str | None = current_app.config["DEMO_SECRET"]
    return f"{COOKIE_NAME}_{everyone[:8]}" if everyone else COOKIE_NAME


def _current_day() -> int:
    return int(time.time() // DAY_SECONDS)
