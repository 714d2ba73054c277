"""Granting access to a browser: a new secret, a new session, and a redirect to what it may see."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Response, flash, make_response, render_template, request, session
from werkzeug.exceptions import TooManyRequests

from scorekeeper.book.access import devices, grants
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.web.forms.base import clean_text
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.security import log_security_event, log_unconfigured_proxy
from scorekeeper.web.site import db, events, rendering
from scorekeeper.words.language import gettext as _

MAX_CODE_LENGTH = 500
"""Characters read from a typed code or a pasted link; the rest is ignored."""
SHARE_PARAMETERS = ("text", "url")
"""Query parameters of the web share target (see the manifest)."""


@dataclass(frozen=True)
class Way:
    """A way in: what grants the access, and the page that it leads to.

    `grant` takes a session, the secrets `shown` and `new`, and the `agent`, as
    `devices.grant_access` does.
    """

    grant: Callable[..., grants.Secret]
    address: str
    to_event: bool = False


def join(way: Way, key: str) -> Response:
    """Grant access to this browser and redirect it; the same `key` again changes nothing.

    The browser gets a new secret and a new session with every right (against session fixation).
    Raises AccessDenied if the right has ended.
    """
    current, new = current_device.read_own_secret(), current_device.derive_secret(f"door:{key}")
    with db.database().write() as write:
        secret = way.grant(write, shown=current, new=new, agent=request.user_agent.string)
        owns = bool(grants.find_owned_scorebooks(write, secret))
        is_in = bool(grants.load_grants(write, secret))
    players = session.get(events.SESSION_KEY)
    response = current_device.sign_in(rendering.redirect_to_url(way.address), secret)
    if way.to_event:
        rate_limits.count_by_session()
        if players:
            # Which player reads gives no access.
            session[events.SESSION_KEY] = players
    if secret != current and not way.to_event:
        # Asked at its first match, unless the phone makes that itself.
        session["whose"] = True
    if is_in and secret != current and way.address == rendering.cached_url_for("home.show"):
        # An empty home page looks like the page with the code field. A phone that watches gets its
        # name with its seat.
        flash(_("You’re in. Name this phone under Settings.") if owns else _("You’re in"))
    return hide_address(response)


def record_visit() -> None:
    """Record the visit of a device, at most once a day.

    A device that presents its new secret has received it, so the previous one is ended.
    """
    if session.pop("arrived", None) or current_device.is_first_visit_today():
        with db.write() as (write, secret):
            devices.note_visit(write, secret, request.user_agent.string)


def is_page_view() -> bool:
    """Whether a person opens the page, and not a prefetch or a link preview."""
    purpose = request.headers.get("Sec-Purpose", request.headers.get("Purpose", ""))
    return request.method == "GET" and "prefetch" not in purpose and "preview" not in purpose


def count_attempt(what: str) -> None:
    """Count an attempt at a code; raise TooManyRequests above the rate limit."""
    try:
        if what == "codes":
            rate_limits.count_guess()
        else:
            rate_limits.count(what, rate_limits.client_address())
    except TooManyRequests:
        log_unconfigured_proxy()
        raise


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


def render_invalid(what: str) -> Response:
    """Render the same 404 page for every unknown, expired or revoked `code` or `link`."""
    log_security_event("code", "invalid code or link")
    return render_code_page(what)


def hide_address(response: Response) -> Response:
    """Keep the address of a page with a secret from other sites (Referrer-Policy)."""
    response.headers["Referrer-Policy"] = "strict-origin"
    return response
