"""Asking to be let in: what is outside shows four digits, and somebody inside opens."""

from flask import Blueprint, Response, make_response, render_template, request
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book import house, knocking
from scorekeeper.book.access import NotYours, Secret
from scorekeeper.web.doors.entering import code_page, count_try, entered, new_key, private
from scorekeeper.web.forms.base import RecordingForm, fresh, plain
from scorekeeper.web.site import device
from scorekeeper.web.site.cookies import keep_own, read_own
from scorekeeper.web.site.rendering import see
from scorekeeper.web.site.scorebook import database

blueprint = Blueprint("doors_knocking", __name__)

COOKIE = "knock"
CROWDED = "crowded"
"""Said where as many wait already as may."""


@blueprint.get("/ask")
def show() -> Response:
    """Show the digits of what waits here, and how it was answered."""
    with database().read() as reading:
        if not device.at_home() or house.right(reading) is None:
            return code_page()
        knock = knocking.waiting(reading, _waits_with())
    html = render_template(
        "doors/waiting.html", knock=knock, form=RecordingForm(**fresh()), REFUSED=knocking.REFUSED
    )
    response = make_response(html)
    if knock is not None and knock.answer is None:
        response.headers["Refresh"] = "5"
    return private(response)


@blueprint.post("/ask")
def ask() -> BaseResponse:
    """Let a phone, a television or an icon wait at the door of the house."""
    if not device.at_home():
        raise NotYours("house")
    key = plain(request.form.get("key"), 64) or new_key()
    secret = device.made_of(f"knock:{key}")
    with database().read() as reading:
        right, waits = house.right(reading), knocking.waiting(reading, secret)
    if right is None:
        raise NotYours("house")
    if waits is None:
        count_try("knocks")
    try:
        with database().write() as write:
            knocking.ask(write, right.scorebook_id, secret, request.user_agent.string)
    except knocking.TooMany:
        return code_page(CROWDED, 429)
    response = see("doors_knocking.show")
    keep_own(response, COOKIE, secret)
    return private(response)


@blueprint.post("/ask/enter")
def enter() -> BaseResponse:
    """Let in what was answered so."""
    waits_with = _waits_with()

    def answered(write: Session, shown: Secret | None, new: Secret, agent: str) -> Secret | None:
        try:
            return knocking.enter(write, waits_with, shown, new, agent)
        except NotYours:
            return None

    return entered(answered, plain(request.form.get("key"), 64) or new_key())


def _waits_with() -> Secret:
    return Secret(read_own(COOKIE))
