"""The guard of a home server: a device without access sees only the page with the code field."""

from flask import Flask, Response, make_response, render_template, request, session
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import NotFound

from scorekeeper.book.access import devices
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.web.forms.base import clean_text
from scorekeeper.web.http import api_requests, current_device
from scorekeeper.web.http.assets import COOKIELESS_ENDPOINTS
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
MAX_CODE_LENGTH = 500
"""Characters read from a typed code or a pasted link; the rest is ignored."""
SHARE_PARAMETERS = ("text", "url")
"""Query parameters of the web share target (see the manifest)."""


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
    if request.blueprint in OPEN_BLUEPRINTS or request.endpoint in CHECKING_ENDPOINTS:
        return None
    if CHECKED_ARGUMENTS & {*(request.view_args or ())} or not _is_outside():
        return None
    if request.method in ("GET", "HEAD"):
        return render_code_page()
    raise NotFound


def render_not_found(error: AccessDenied) -> Response:
    """Render the error for a missing or foreign object; without any access, the code page."""
    if request.method in ("GET", "HEAD") and _is_outside():
        return render_code_page()
    return errors.handle_access_denied(error)


def render_expired_form(error: CSRFError) -> Response:
    """Render the error for an invalid CSRF token; without any access, 404."""
    if request.blueprint not in OPEN_BLUEPRINTS and _is_outside():
        return errors.handle_access_denied(AccessDenied())
    return errors.handle_csrf_error(error)


def record_visit() -> None:
    """Record the visit of a device, at most once a day.

    A device that presents its new secret has received it, so the previous one is ended.
    """
    if session.pop("arrived", None) or current_device.is_first_visit_today():
        with db.write() as (write, secret):
            devices.note_visit(write, secret, request.user_agent.string)


def render_code_page(failed: str = "") -> Response:
    """Render the page with the field for a code; 404 with an error after a `failed` code or link.

    The error tells what was opened or typed, and nothing about why it failed.
    """
    typed = clean_text(request.form.get("code"), MAX_CODE_LENGTH) or shared_link()
    with db.read() as (reading, secret):
        deleted = scorebooks.find_deleted(reading, secret)
    html = render_template(
        "joining/code.html",
        failed=failed,
        typed=typed,
        deleted=deleted,
        at_home=current_device.is_at_home(),
        is_chosen=bool(current_device.chosen_home_code()),
    )
    return hide_address(make_response(html, 404 if failed else 200))


def shared_link() -> str:
    """Return the link that another app shared with this one; it is often part of a text."""
    texts = [clean_text(request.args.get(name), MAX_CODE_LENGTH) for name in SHARE_PARAMETERS]
    links = [word for text in reversed(texts) for word in text.split() if "://" in word]
    return links[0] if links else ""


def hide_address(response: Response) -> Response:
    """Keep the address of a page with a secret from other sites (Referrer-Policy)."""
    response.headers["Referrer-Policy"] = "strict-origin"
    return response


def _is_outside() -> bool:
    """Whether a device has no access to this home server."""
    if not current_device.is_at_home():
        return False
    with db.database().query() as reading:
        return not db.has_access(reading)
