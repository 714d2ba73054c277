"""The guard of a home server: a device without access sees only the page with the code field."""

from flask import Flask, Response, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import NotFound

from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.web.http import api_requests, current_device
from scorekeeper.web.http.assets import COOKIELESS_ENDPOINTS
from scorekeeper.web.joining.join import record_visit, render_code_page
from scorekeeper.web.site import db, errors

OPEN_BLUEPRINTS = ("help", "links", "pwa")
"""Blueprints that need no access."""
CHECKING_ENDPOINTS = (
    *("home.show", "history.show", "new_match.show"),
    *("players.show_ranking", "players.show", "players.show_partnership"),
)
"""Endpoints that check the access in the session they read from: `db.read_with_access`."""
CHECKED_ARGUMENTS = {"public_id", "event"}
"""Parts of an address whose pages check the access themselves."""


def register(app: Flask) -> None:
    """Register the guard and its error handlers."""
    app.before_request(require_access)
    app.register_error_handler(AccessDenied, render_not_found)
    app.register_error_handler(CSRFError, render_expired_form)


def require_access() -> Response | None:
    """Show the code page to a device without access; some pages check it themselves."""
    if api_requests.is_api_request() or request.endpoint in COOKIELESS_ENDPOINTS:
        return None
    record_visit()
    if request.blueprint in OPEN_BLUEPRINTS or not current_device.is_at_home():
        return None
    if request.endpoint in CHECKING_ENDPOINTS or CHECKED_ARGUMENTS & {*(request.view_args or ())}:
        return None
    if _has_access():
        return None
    if request.method in ("GET", "HEAD"):
        return render_code_page()
    raise NotFound


def render_not_found(error: AccessDenied) -> Response:
    """Render the error for a missing or foreign object; without any access, the code page."""
    if request.method in ("GET", "HEAD") and current_device.is_at_home() and not _has_access():
        return render_code_page()
    return errors.handle_access_denied(error)


def render_expired_form(error: CSRFError) -> Response:
    """Render the error for an invalid CSRF token; without any access, 404."""
    if (
        current_device.is_at_home()
        and request.blueprint not in OPEN_BLUEPRINTS
        and not _has_access()
    ):
        return errors.handle_access_denied(AccessDenied())
    return errors.handle_csrf_error(error)


def _has_access() -> bool:
    with db.database().query() as reading:
        return db.has_access(reading)
