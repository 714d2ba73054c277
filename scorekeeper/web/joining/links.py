"""Links and codes: the first look keeps one in the session, the next one lets in.

So the secret leaves the address bar, and what only looks where a link leads writes nothing.
"""

import re

from flask import Blueprint, Response, current_app, redirect, render_template, request, session
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book.access import devices
from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.grants import NotYours, Secret, granted
from scorekeeper.book.joining import codes, home_code, join_codes, links, recovery
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.web.forms.base import RecordingForm, fresh, plain
from scorekeeper.web.http import current_device
from scorekeeper.web.http.security import note_done
from scorekeeper.web.joining.join import (
    LONGEST_CODE,
    Enter,
    Place,
    board,
    code_page,
    count_try,
    entered,
    gaining,
    home,
    is_looked_at,
    new_key,
    place_of,
    private,
    refused,
)
from scorekeeper.web.site.db import database
from scorekeeper.web.site.rendering import address

blueprint = Blueprint("doors_links", __name__)

ROLES = {"k": "keeper", "w": "watcher", "r": "reader"}
"""What a link lets one be, by the letter that it begins with."""
ICON, HERE, CODE = "i", "open", "in"
LINK = re.compile(r"/(k|w|r)/([\w.-]+)/?$", re.ASCII)
DOOR = "door"
"""Where the session keeps what was opened, until the browser comes back with it."""


@blueprint.get("/in")
def come() -> BaseResponse:
    """Let in who comes back from a link; ask everybody else for a code."""
    kind, text, key = session.get(DOOR) or ("", "", "")
    if not kind or not is_looked_at():
        return code_page()
    session.pop(DOOR)
    return _through(kind, text, key)


@blueprint.post("/in")
def type_in() -> BaseResponse:
    """Let in who typed a code, or pasted a link."""
    typed = plain(request.form.get("code"), LONGEST_CODE)
    link = LINK.search(typed.partition("?")[0])
    kind, text = (link[1], link[2]) if link else (CODE, typed)
    return _through(kind, text, plain(request.form.get("key"), 64) or new_key())


@blueprint.get("/<any(k, w, r):kind>/<text>")
def follow(kind: str, text: str) -> BaseResponse:
    """Open a link to a match or a scorebook."""
    with database().read() as reading:
        right = links.opened(reading, _key(), ROLES[kind], text)
    return refused() if right is None else _kept(kind, text)


@blueprint.get("/in/<text>")
def open_code(text: str) -> BaseResponse:
    """Open a link with a code; one that lets in once says so first."""
    code = codes.read(text, codes.SHORT, codes.RECOVERY, codes.PASS)
    if code is None:
        return refused()
    if len(code) < codes.PASS:
        return _kept(CODE, code)
    with database().read() as reading:
        if join_codes.look(reading, code) is None:
            return refused()
    html = render_template("doors/once.html", code=code, form=RecordingForm(**fresh()))
    return private(Response(html))


@blueprint.post("/in/<text>")
def enter_once(text: str) -> BaseResponse:
    """Let in who opened a link that works once."""
    return _through(HERE, text, plain(request.form.get("key"), 64) or new_key())


@blueprint.get("/open/<text>")
def open_here(text: str) -> BaseResponse:
    """Let in the browser of the computer that serves, which was opened with a pass of a minute."""
    with database().read() as reading:
        right = join_codes.look(reading, codes.read(text, codes.PASS) or "")
    return refused() if right is None else _kept(HERE, text)


@blueprint.get("/i/<text>")
def open_icon(text: str) -> BaseResponse:
    """Let in the icon on the home screen of a phone, whose cookies are not those of its browser."""
    with database().read() as reading:
        if granted(reading, current_device.known()):
            return private(redirect(address("home.show"), 303))
        found = links.icon_opened(reading, _key(), text)
    return refused() if found is None else _kept(ICON, text)


@blueprint.get("/recover")
def recover() -> Response:
    """Ask for the recovery code of a scorebook."""
    return code_page()


def _kept(kind: str, text: str) -> BaseResponse:
    """Let the browser come back with what it opened, and without it in its address."""
    if is_looked_at():
        before = session.get(DOOR) or ("", "", "")
        # Opened twice, it is the same browser that comes in.
        key = before[2] if list(before[:2]) == [kind, text] else new_key()
        session[DOOR] = (kind, text, key)
    return private(redirect(address("doors_links.come"), 303))


def _through(kind: str, text: str, key: str) -> BaseResponse:
    found = _way(kind, text)
    return refused() if found is None else entered(found[0], key, found[1])


def _way(kind: str, text: str) -> tuple[Enter, Place] | None:
    """Return how one comes in by a link or a code and where it leads; None where to nothing."""
    if kind == ICON:
        return _by_icon(text), home
    if kind == HERE:
        return _by_pass(codes.read(text, codes.PASS) or ""), home
    with database().read() as reading:
        if kind in ROLES:
            right = links.opened(reading, _key(), ROLES[kind], text)
        else:
            right = _right_of_code(reading, text)
    if right is None:
        return None
    # With a code a television reads a scorebook, with a link a person.
    is_television = right.role == "reader" and kind == CODE
    return gaining(right), board if is_television else place_of(right)


def _right_of_code(reading: Session, typed: str) -> Right | None:
    """Return what a code gives, and count that it was tried."""
    code = codes.read(typed, codes.SHORT, codes.RECOVERY, codes.PASS)
    if not _is_of_house(reading):
        count_try("recoveries" if code and len(code) == codes.RECOVERY else "codes")
    if code is None:
        return None
    if len(code) == codes.RECOVERY:
        found = recovery.look(reading, code)
        if found is not None:
            note_done("recovery", "a recovery code was used")
        return found
    of_house = current_device.at_home() and home_code.fits(current_app.config["HOUSE_CODE"], code)
    return shared_scorebook.right(reading) if of_house else join_codes.look(reading, code)


def _is_of_house(reading: Session) -> bool:
    """Whether who asks owns the house's scorebook already: there is nothing left to guess."""
    right = shared_scorebook.right(reading) if current_device.at_home() else None
    return right is not None and devices.holds(reading, current_device.known(), right)


def _by_pass(code: str) -> Enter:
    def enter(write: Session, shown: Secret | None, new: Secret, agent: str) -> Secret | None:
        try:
            return join_codes.enter(write, code, shown, new, agent)
        except NotYours:
            return None

    return enter


def _by_icon(text: str) -> Enter:
    def enter(write: Session, _shown: Secret | None, new: Secret, agent: str) -> Secret | None:
        found = links.icon_opened(write, _key(), text)
        return None if found is None else devices.gain_again(write, found, new, agent)

    return enter


def _key() -> str:
    return str(current_app.config["SECRET_KEY"])
