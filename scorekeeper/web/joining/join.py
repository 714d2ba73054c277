"""How a right reaches a browser: a new secret, a new session, and on to what it may see now."""

import secrets
from collections.abc import Callable
from typing import TypeVar

from flask import Response, make_response, render_template, request, session
from sqlalchemy.orm import Session
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book.access import devices
from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.joining import links
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.web.forms.base import RecordingForm, clean_text, initial_values
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.security import log_security_event, log_unconfigured_proxy
from scorekeeper.web.site.db import database
from scorekeeper.web.site.rendering import cached_url_for, redirect_to_url

AnyResponse = TypeVar("AnyResponse", bound=BaseResponse)

MAX_CODE_LENGTH = 500
"""Characters that are taken of what was typed or pasted."""
SHARE_PARAMETERS = ("text", "url")
"""How what another program shared with ours is called in the address."""
INVALID = "closed"
"""Said of a link or a code that opens nothing, whatever the reason."""

GrantAccess = Callable[[Session, Secret | None, Secret, str], Secret | None]
"""Gives a right to who shows a secret; returns the one to show from now on, None where it ended."""
FindAddress = Callable[[Session], str]
"""Finds the page that is to be seen then."""


def home_address(_reading: Session) -> str:
    """Return the address of the home page."""
    return cached_url_for("home.show")


def board_address(_reading: Session) -> str:
    """Return the address of the board of whichever match is being played."""
    return cached_url_for("board.running")


def join(enter: GrantAccess, key: str, there: FindAddress = home_address) -> BaseResponse:
    """Let a browser in and send it on; the same key again lets the same browser in.

    With every right it gains it gets a new secret and a new session.
    """
    shown, new = current_device.read_own_secret(), current_device.derive_secret(f"door:{key}")
    with database().write() as write:
        secret = enter(write, shown, new, request.user_agent.string)
        if secret is None:
            return render_invalid_code()
        place = there(write)
    return hide_address(current_device.sign_in(redirect_to_url(place), secret))


def grant_right(right: Right) -> GrantAccess:
    """Return how a right that a link or a code gives is gained."""

    def gain(write: Session, shown: Secret | None, new: Secret, agent: str) -> Secret:
        return devices.gain(write, right, shown, new, agent)

    return gain


def right_address(right: Right) -> FindAddress:
    """Return how the page is found that a right leads to: its match, or the scorebook's home."""

    def place(reading: Session) -> str:
        public_id = links.find_public_id(reading, right)
        return (
            home_address(reading)
            if public_id is None
            else cached_url_for("match.show", public_id=public_id)
        )

    return place


def record_visit() -> None:
    """Note that a phone is here; where it shows a new secret, the answer with it has come.

    Then the secret before ends. Who comes every day is noted once a day.
    """
    if session.pop("arrived", None) or current_device.is_first_visit_today():
        with database().write() as write:
            devices.here(write, current_device.read_secret(), request.user_agent.string)


def is_page_view() -> bool:
    """Whether somebody opens a page, and no machine that only looks what is there."""
    purpose = request.headers.get("Sec-Purpose", request.headers.get("Purpose", ""))
    return request.method == "GET" and "prefetch" not in purpose and "preview" not in purpose


def count_attempt(what: str) -> None:
    """Count an attempt at a code, or refuse it."""
    try:
        rate_limits.count(what, rate_limits.client_address())
    except TooManyRequests:
        log_unconfigured_proxy()
        raise


def render_code_page(told: str = "", status: int = 200) -> Response:
    """Return the page on which one comes in by a code; `told` says what was wrong."""
    form = RecordingForm(**initial_values())
    typed = clean_text(request.form.get("code"), MAX_CODE_LENGTH) or shared_link()
    with database().read() as reading:
        gone = scorebooks.find_deleted(reading, current_device.read_secret())
    html = render_template(
        "doors/code.html",
        form=form,
        told=told,
        typed=typed,
        gone=gone,
        at_home=current_device.is_at_home(),
    )
    return hide_address(make_response(html, status))


def shared_link() -> str:
    """Return the link that another program shared with ours: often it stands in a text."""
    told = [clean_text(request.args.get(name), MAX_CODE_LENGTH) for name in SHARE_PARAMETERS]
    links = [word for text in reversed(told) for word in text.split() if "://" in word]
    return links[0] if links else ""


def render_invalid_code() -> Response:
    """Answer for a link or a code that is unknown, ended or revoked: the same page for all."""
    log_security_event("code", "a code or a link that opens nothing")
    return render_code_page(INVALID, 404)


def hide_address(response: AnyResponse) -> AnyResponse:
    """Let no other site learn the address of a page that lets in."""
    response.headers["Referrer-Policy"] = "strict-origin"
    return response


def new_key() -> str:
    """Return a random key for what is entered without a form."""
    return secrets.token_urlsafe(16)
