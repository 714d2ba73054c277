"""Error handlers: pages that keep the posted values, and problem details for API requests."""

import logging
from urllib.parse import quote

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scorekeeper.book.access import grants, quotas
from scorekeeper.book.db.errors import Busy, Full, StorageError
from scorekeeper.book.matches.deletion import TableTaken, can_restore, restorable_until
from scorekeeper.book.matches.matches import MatchDeleted
from scorekeeper.web.http import api_requests, security
from scorekeeper.web.site.db import database
from scorekeeper.words.errors import describe_closed_match
from scorekeeper.words.language import gettext as _
from scorekeeper.words.scorebooks.scorebook import describe_quota

LOG = logging.getLogger("scorekeeper")
RETRY_AFTER_SECONDS = 5
RETRYABLE_STATUSES = (400, 408, 429, 500, 502, 503, 504)
"""Statuses after which sending the same form again may succeed."""
PASSED_HEADERS = ("Allow", "Retry-After")
"""Headers of an HTTP error that the rendered page keeps."""


def register(app: Flask) -> None:
    """Register the error handlers."""
    app.register_error_handler(grants.AccessDenied, handle_access_denied)
    app.register_error_handler(MatchDeleted, handle_deleted)
    app.register_error_handler(TableTaken, handle_table_taken)
    app.register_error_handler(StorageError, handle_storage_error)
    app.register_error_handler(quotas.QuotaExceeded, handle_quota_exceeded)
    app.register_error_handler(CSRFError, handle_csrf_error)
    app.register_error_handler(HTTPException, handle_http_error)
    app.register_error_handler(Exception, handle_unexpected_error)


def handle_access_denied(error: grants.AccessDenied) -> Response:
    """Render 404 for a thing that does not exist or belongs to others, 403 for its guests."""
    if isinstance(error, grants.EventOver):
        return render_error(403, _("The evening is over"), describe_closed_match())
    if isinstance(error, grants.OnlyOrganisers):
        text = _("Only an organiser can delete or restore a match of an evening.")
        return render_error(403, _("For organisers only"), text)
    return render_error(404, *_describe_status(404))


def handle_deleted(error: MatchDeleted) -> Response:
    """Render the page of a deleted match that can be restored."""
    with database().query() as session:
        can = can_restore(session, error.ref)
    until = restorable_until(error.ref)
    html = render_template("site/deleted.html", match=error.ref, until=until, can_restore=can)
    # A GET is a normal page; a posted form conflicts with the deletion.
    return make_response(html, 200 if request.method == "GET" else 409)


def handle_table_taken(error: TableTaken) -> Response:
    """Render 409 for a deleted match at whose table of an evening another one is played."""
    text = _(
        "Another match is at table %(table)s of that round now. Delete that one first.",
        table=error.table,
    )
    return render_error(409, _("Can’t restore"), text)


def handle_storage_error(error: StorageError) -> Response:
    """Render 503, or 507 if the disk is full; the page keeps the posted values."""
    LOG.error("can't use the scorebook: %s", type(error).__name__)
    if isinstance(error, Full):
        title = _("Can’t save")
        text = _(
            "The disk that holds the scores is full or read-only. Free up space and try again."
        )
    elif isinstance(error, Busy):
        title = _("The scorebook is busy")
        text = _("Someone else is saving. Try again in a moment.")
    else:
        title = _("Can’t reach the scorebook")
        text = _("The database isn’t responding. Try again in a moment.")
    response = render_error(507 if isinstance(error, Full) else 503, title, text, again=True)
    response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def handle_quota_exceeded(error: quotas.QuotaExceeded) -> Response:
    """Render 422 for an exceeded quota, or 429 if it is temporary; keep the posted values."""
    security.log_security_event("quota", "over a quota of the scorebook")
    hint = _("What you typed is still here. Whoever runs this scorekeeper can raise the limit.")
    if error.what not in ("matches", "players"):
        hint = _("What you typed is still here.")
    text = f"{describe_quota(error.what, error.limit)} {hint}"
    response = render_error(429 if error.seconds else 422, _("Limit reached"), text, again=True)
    if error.seconds:
        response.headers["Retry-After"] = str(error.seconds)
    return response


def handle_csrf_error(_error: CSRFError) -> Response:
    """Render 400 for an invalid CSRF token; the page has the form with a new one."""
    security.log_security_event("token", "missing or wrong CSRF token")
    text = _(
        "This page was open for a long time, or cookies are blocked. What you typed is still here."
    )
    return render_error(400, _("Send it again"), text, again=True)


def handle_http_error(error: HTTPException) -> Response:
    """Render any other HTTP error."""
    status = error.code or 500
    if status < 400:
        return make_response(error.get_response())
    title, text = _describe_status(status)
    can_retry = (
        status in RETRYABLE_STATUSES and request.method == "POST" and error.description != "host"
    )
    if error.description == "host":
        title = _("Unknown host name")
        text = _(
            "This scorekeeper doesn’t respond to the host name in this address. Whoever runs "
            "it can add the name to SCOREKEEPER_TRUSTED_HOSTS."
        )
    if error.description == "proxy":
        text = _(
            "Nothing was changed. The address in your browser isn’t the one that reached this "
            "scorekeeper. Usually a proxy setting is wrong, and whoever runs it can fix that."
        )
    if error.description == "unnamed":
        title = _("Form from an unknown site")
        text = _(
            "Your browser didn’t say where this form came from, so nothing was changed. A script "
            "that sends cookies must also send an Origin header."
        )
    if status in (413, 431):
        security.log_security_event("size", "request too large")
    if status == 429:
        security.log_security_event("rate", "too many requests")
    is_for_host = error.description in ("host", "proxy")
    response = render_error(status, title, text, again=can_retry, is_for_host=is_for_host)
    for name, value in error.get_headers():
        if name in PASSED_HEADERS:
            response.headers[name] = value
    return response


def handle_unexpected_error(error: Exception) -> Response:
    """Render 500 for an unexpected exception; only the log shows the cause."""
    if current_app.testing:
        raise error
    LOG.exception("a page failed", exc_info=error)
    return render_error(500, *_describe_status(500), again=request.method == "POST")


def render_error(
    status: int, title: str, text: str, *, again: bool = False, is_for_host: bool = False
) -> Response:
    """Render an error; with `again`, the page offers to send the same form again.

    `is_for_host` adds how the request arrived, which helps to set up the proxy.
    """
    if api_requests.is_api_request():
        return api_requests.problem_response(status, title, text)
    typed = _posted_values() if again else []
    # Exactly one leading slash: two would lead to another site.
    here = f"{request.script_root}/{quote(request.path.lstrip('/'))}"
    if request.query_string:
        here += f"?{request.query_string.decode(errors='replace')}"
    return make_response(
        render_template(
            "site/error.html",
            title=title,
            text=text,
            typed=typed,
            again=again,
            here=here,
            is_for_host=is_for_host,
            is_lost=status == 404,
        ),
        status,
    )


def _posted_values() -> list[tuple[str, str]]:
    """Return the posted fields; none if they cannot be read."""
    try:
        sent = list(request.form.lists()) if request.method == "POST" else []
    except HTTPException:
        return []
    return [
        (name, value)
        for name, values in sent
        for value in values
        if name not in (None, "csrf_token")
    ]


def _describe_status(status: int) -> tuple[str, str]:
    if status == 404:
        return _("Not found"), _("This page doesn’t exist, or you don’t have access to it.")
    if status == 405:
        return _("That doesn’t work here"), _("This page doesn’t accept that kind of request.")
    if status == 403:
        return _("Form from another site"), _(
            "This form came from another site, so nothing was changed. Open the page here and "
            "fill it in again."
        )
    if status == 429:
        return _("Too many requests"), _(
            "Too many requests came from here in a short time. Wait a moment, then try again."
        )
    if status in (413, 431):
        return _("Too large"), _("That’s too large to send at once. Nothing was changed.")
    if status >= 500 and status != 501:
        return _("Something went wrong on our side"), _(
            "Nothing you saved is lost. Go back and try again."
        )
    return _("We couldn’t read that"), _("Nothing was changed. Go back and try again.")
