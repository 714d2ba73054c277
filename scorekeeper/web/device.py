"""Which device is asking: a long random cookie, made at the first post."""

import base64
import hashlib
import hmac
import re

from flask import current_app, request, session
from werkzeug.wrappers import Response

from scorekeeper.book.access import Secret

from .security import keep_cookie

COOKIE = "device"
FORM = re.compile(r"[A-Za-z0-9_-]{22}")


def known() -> Secret | None:
    """Return the secret of a device that was here before."""
    # Cookies know no ports: in a demonstration, one may come from the real scorebook.
    everyone: str | None = current_app.config["EVERYONE"]
    if everyone:
        return Secret(everyone)
    secret = request.cookies.get(COOKIE, "")
    return Secret(secret) if FORM.fullmatch(secret) else None


def writing() -> Secret:
    """Return the secret of the device that posts; a new one gets its secret now.

    It follows from the session in which the form was shown, so that two taps of the first form
    make one device.
    """
    secret = known()
    if secret is None:
        seed = str(session.get("csrf_token", ""))
        key = str(current_app.config["SECRET_KEY"]).encode()
        digest = hmac.new(key, b"device:" + seed.encode(), hashlib.sha256).digest()
        secret = Secret(base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode())
    return secret


def remember(response: Response, secret: Secret) -> Response:
    """Give the device its cookie, or renew it."""
    if current_app.config["EVERYONE"]:
        return response
    keep_cookie(response, COOKIE, secret)
    return response
