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
from scorekeeper.web.forms.base import RecordingForm, fresh, plain
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.security import note, note_unconfigured_proxy
from scorekeeper.web.site.db import database
from scorekeeper.web.site.rendering import address, go

Answer = TypeVar("Answer", bound=BaseResponse)

LONGEST_CODE = 500
"""Characters that are taken of what was typed or pasted."""
SHARED = ("text", "url")
"""How what another program shared with ours is called in the address."""
CLOSED = "closed"
"""Said of a link or a code that opens nothing, whatever the reason."""

Enter = Callable[[Session, Secret | None, Secret, str], Secret | None]
"""Gives a right to who shows a secret; returns the one to show from now on, None where it ended."""
Place = Callable[[Session], str]
"""Finds the page that is to be seen then."""


def home(_reading: Session) -> str:
    """Return the address of the home page."""
    return address("home.show")


def board(_reading: Session) -> str:
    """Return the address of the board of whichever match is being played."""
    return address("board.running")


def entered(enter: Enter, key: str, there: Place = home) -> BaseResponse:
    """Let a browser in and send it on; the same key again lets the same browser in.

    With every right it gains it gets a new secret and a new session.
    """
    shown, new = current_device.own(), current_device.made_of(f"door:{key}")
    with database().write() as write:
        secret = enter(write, shown, new, request.user_agent.string)
        if secret is None:
            return refused()
        place = there(write)
    return private(current_device.arrive(go(place), secret))


def gaining(right: Right) -> Enter:
    """Return how a right that a link or a code gives is gained."""

    def gain(write: Session, shown: Secret | None, new: Secret, agent: str) -> Secret:
        return devices.gain(write, right, shown, new, agent)

    return gain


def place_of(right: Right) -> Place:
    """Return how the page is found that a right leads to: its match, or the scorebook's home."""

    def place(reading: Session) -> str:
        public_id = links.public_id_of(reading, right)
        return home(reading) if public_id is None else address("match.show", public_id=public_id)

    return place


def note_arrival() -> None:
    """Note that a phone is here; where it shows a new secret, the answer with it has come.

    Then the secret before ends. Who comes every day is noted once a day.
    """
    if session.pop("arrived", None) or current_device.comes_another_day():
        with database().write() as write:
            devices.here(write, current_device.known(), request.user_agent.string)


def is_looked_at() -> bool:
    """Whether somebody opens a page, and no machine that only looks what is there."""
    purpose = request.headers.get("Sec-Purpose", request.headers.get("Purpose", ""))
    return request.method == "GET" and "prefetch" not in purpose and "preview" not in purpose


def count_try(what: str) -> None:
    """Count an attempt at a code, or refuse it."""
    try:
        rate_limits.count(what, rate_limits.address())
    except TooManyRequests:
        note_unconfigured_proxy()
        raise


def code_page(told: str = "", status: int = 200) -> Response:
    """Return the page on which one comes in by a code; `told` says what was wrong."""
    form = RecordingForm(**fresh())
    typed = plain(request.form.get("code"), LONGEST_CODE) or shared()
    with database().read() as reading:
        gone = scorebooks.gone(reading, current_device.known())
    html = render_template(
        "doors/code.html",
        form=form,
        told=told,
        typed=typed,
        gone=gone,
        at_home=current_device.at_home(),
    )
    return private(make_response(html, status))


def shared() -> str:
    """Return the link that another program shared with ours: often it stands in a text."""
    told = [plain(request.args.get(name), LONGEST_CODE) for name in SHARED]
    links = [word for text in reversed(told) for word in text.split() if "://" in word]
    return links[0] if links else ""


def refused() -> Response:
    """Answer for a link or a code that is unknown, ended or revoked: the same page for all."""
    note("code", "a code or a link that opens nothing")
    return code_page(CLOSED, 404)


def private(response: Answer) -> Answer:
    """Let no other site learn the address of a page that lets in."""
    response.headers["Referrer-Policy"] = "strict-origin"
    return response


def new_key() -> str:
    """Return a random key for what is entered without a form."""
    return secrets.token_urlsafe(16)
