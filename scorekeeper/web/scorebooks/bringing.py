"""Bringing matches into a scorebook from a file: what is in it first, then all of it."""

from flask import Blueprint, Response, current_app, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book import scorebooks
from scorekeeper.book.exchange.comparing import Book
from scorekeeper.web.forms.base import RecordingForm, fresh
from scorekeeper.web.scorebooks.arriving import LARGEST, Arrival, Arrivals
from scorekeeper.web.site import device, rates
from scorekeeper.web.site.rendering import saved, see
from scorekeeper.web.site.scorebook import database
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("bringing", __name__, url_prefix="/scorebooks/<scorebook>/bringing")

SECOND = "1"


@blueprint.get("")
def show(scorebook: str) -> Response:
    """Ask for a file."""
    return _asked(_book(scorebook))


@blueprint.post("")
def receive(scorebook: str) -> BaseResponse:
    """Take a file in and begin to look at it."""
    book = _book(scorebook)
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        return _asked(book, _("Please choose a file."), 422)
    rates.count("matches", rates.address())
    arrival = _arrivals().receive(database(), book, sent.stream)
    if arrival is None:
        return _asked(book, _("Many files are being brought in just now: try again soon."), 422)
    return see("bringing.follow", scorebook=scorebook, arrival=arrival.name)


@blueprint.get("/<arrival>")
def follow(scorebook: str, arrival: str) -> BaseResponse:
    """Show what is in a file, or how far it has come."""
    book = _book(scorebook)
    found = _arrivals().find(book, arrival)
    if found is None:
        return _gone(scorebook)
    # Asked once, and before anything else: it may be done while the page is made.
    state = found.state
    shown = {"book": book, "arrival": found, "state": state, "form": RecordingForm(**fresh())}
    response = make_response(render_template("scorebooks/bringing.html", **shown))
    if state.is_busy:
        response.headers["Refresh"] = SECOND
    return response


@blueprint.post("/<arrival>")
def bring(scorebook: str, arrival: str) -> BaseResponse:
    """Begin to bring a file in."""
    found: Arrival | None = _arrivals().find(_book(scorebook), arrival)
    if found is None:
        return _gone(scorebook)
    found.bring(database(), theirs=request.form.get("wins") == "file")
    return see("bringing.follow", scorebook=scorebook, arrival=arrival)


def _book(scorebook: str) -> Book:
    with database().read() as session:
        found = scorebooks.find(session, device.known(), scorebook)
    return Book(found.id, found.public_id)


def _arrivals() -> Arrivals:
    arrivals: Arrivals = current_app.extensions["arrivals"]
    return arrivals


def _asked(book: Book, refused: str | None = None, status: int = 200) -> Response:
    form = RecordingForm(**fresh())
    if refused is not None:
        form.refuse(refused)
    megabytes = LARGEST // 1_000_000
    html = render_template("scorebooks/bring.html", book=book, form=form, megabytes=megabytes)
    return make_response(html, status)


def _gone(scorebook: str) -> BaseResponse:
    saved(_("The file is not here any more: choose it again."))
    return see("bringing.show", scorebook=scorebook)
