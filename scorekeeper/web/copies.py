"""Copies of the whole database, at home: listed, taken away, sent, put back."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from flask import Blueprint, Response, current_app, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book import clocks, scorebooks
from scorekeeper.book.access import NotYours, Secret
from scorekeeper.book.columns import now
from scorekeeper.book.copies import contents, giving, keeping, putting_back, report, sent
from scorekeeper.book.copies.report import Looked
from scorekeeper.book.errors import ScorebookError
from scorekeeper.web.forms.base import RecordingForm, declared, fresh, plain
from scorekeeper.web.site import device
from scorekeeper.web.site.rendering import saved, see
from scorekeeper.web.site.scorebook import database
from scorekeeper.words import copies as words
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("copies", __name__, url_prefix="/copies")

SENDING = declared(RecordingForm, ("copy",))
LATE = 3
"""Days after which a copy that was not looked at again is said to be old."""
PIECE = 256 * 1024


@dataclass(frozen=True)
class Entry:
    """A copy in the list: what it is called, when it was made, and what was found in it."""

    name: str
    day: datetime
    bytes: int
    looked: Looked | None
    is_of_clock: bool

    @property
    def was_checked_then(self) -> bool:
        """Whether it was looked at on the day it was made, and not again."""
        return self.looked is not None and (
            self.looked.moment.astimezone(self.day.tzinfo).date() == self.day.date()
        )


def let_in_large() -> None:
    """Take in a body as large as a copy, from a phone that may send one."""
    if request.endpoint == "copies.send" and _may():
        request.max_content_length = sent.LARGEST_BODY


@blueprint.get("")
def listed() -> Response:
    """Show the copies there are, and the ways to take one away and to bring one."""
    return _list()


@blueprint.post("")
def send() -> BaseResponse:
    """Take in a copy that this phone sends; it is shown what is in it before anything else."""
    secret, scorebook = _rightful()
    file = request.files.get("copy")
    form = SENDING()
    if file is None or not file.filename:
        form.refuse(_("Choose a file first."), "copy")
        return _list(form, 422)
    name = giving.sent_by(secret)
    try:
        with database().read() as session:
            mine = giving.all_of_file(session)
        sent.take(scorebook, name, file.save, mine)
    except ScorebookError as error:
        form.refuse(words.refusal(error.reason, error.values), "copy")
        return _list(form, 422)
    return see("copies.show", copy=name)


@blueprint.get("/scorebook.sqlite")
def take_now() -> Response:
    """Send a copy of the database as it is now."""
    _secret, scorebook = _rightful()
    try:
        made = giving.fresh(scorebook)
    except ScorebookError as error:
        form = RecordingForm(**fresh())
        form.refuse(words.refusal(error.reason, error.values))
        return _list(form, 422)
    return _file(made, f"scorebook-{now():%Y-%m-%d}.sqlite", forget=True)


@blueprint.get("/<copy>")
def show(copy: str) -> Response:
    """Show what is in a copy, and what would be lost with it."""
    return _page(copy)


@blueprint.get("/<copy>/file")
def take(copy: str) -> Response:
    """Send a copy."""
    secret, scorebook = _rightful()
    with database().read() as session:
        path = giving.find(session, secret, scorebook, copy)
    return _file(path, path.name.removeprefix("."))


@blueprint.post("/<copy>/return")
def put_back(copy: str) -> BaseResponse:
    """Let the scorebook be as it was in a copy."""
    secret, scorebook = _rightful()
    form = RecordingForm()
    key = plain(request.form.get("key"), 64)
    with database().read() as session:
        path = giving.find(session, secret, scorebook, copy)
    try:
        putting_back.put_back(
            scorebook,
            path,
            key,
            plain(request.form.get("seen")),
            speaks_for_host=current_app.config["SPEAKS_FOR_HOST"],
        )
    except putting_back.Changed:
        form.refuse(_("Meanwhile something was saved. Look again at what would be lost."))
        return _page(copy, form, 409)
    except ScorebookError as error:
        form.refuse(words.refusal(error.reason, error.values))
        return _page(copy, form, 422)
    saved(_("Put back. As it was before, the scorebook is kept in the list below."))
    return see("copies.listed")


def _list(form: RecordingForm | None = None, status: int = 200) -> Response:
    secret = device.known()
    scorebook: Path | None = current_app.config["SCOREBOOK"]
    with database().read() as session:
        if not device.at_home() or not giving.owns_house(session, secret):
            raise NotYours("copies")
        may = scorebook is not None and giving.owns_all(session, secret)
        book = next(one for one in scorebooks.mine(session, secret) if one.is_house)
        clock = clocks.clock(None, clocks.time_zone(session, book.id))
    said = report.Report()
    entries: list[Entry] = []
    if scorebook is not None:
        said = report.read(keeping.folder_of(scorebook))
        entries = [_entry(path, said, clock) for path in giving.listed(scorebook)]
    html = render_template(
        "copies/listed.html",
        book=book,
        place=None if scorebook is None else keeping.folder_of(scorebook),
        makes=current_app.config["COPIES"],
        noted=said,
        is_late=_is_late(said),
        entries=entries,
        may=may,
        clock=clock,
        largest=words.size(sent.LARGEST),
        form=form or RecordingForm(**fresh()),
    )
    return make_response(html, status)


def _page(copy: str, form: RecordingForm | None = None, status: int = 200) -> Response:
    secret, scorebook = _rightful()
    with database().read() as session:
        path = giving.find(session, secret, scorebook, copy)
        book = next(one for one in scorebooks.mine(session, secret) if one.is_house)
        clock = clocks.clock(None, clocks.time_zone(session, book.id))
    seen = contents.state(scorebook)
    said = report.read(keeping.folder_of(scorebook))
    html = render_template(
        "copies/show.html",
        entry=_entry(path, said, clock),
        held=contents.contents(path),
        lost=contents.lost(scorebook, path),
        seen=seen,
        clock=clock,
        is_sent=copy == giving.sent_by(secret),
        form=form or RecordingForm(**fresh()),
    )
    return make_response(html, status)


def _rightful() -> tuple[Secret | None, Path]:
    """Return the phone and the file of the scorebook, where the phone may have all of it."""
    scorebook: Path | None = current_app.config["SCOREBOOK"]
    if scorebook is None or not _may():
        raise NotYours("copies")
    return device.known(), scorebook


def _may() -> bool:
    with database().read() as session:
        return device.at_home() and giving.owns_all(session, device.known())


def _entry(path: Path, said: report.Report, clock: tzinfo | None) -> Entry:
    stat = path.stat()
    made = datetime.fromtimestamp(stat.st_mtime, UTC).astimezone(clock)
    is_of_clock = keeping.NAME.fullmatch(path.name) is not None
    return Entry(path.name, made, stat.st_size, said.of(path.name), is_of_clock)


def _is_late(said: report.Report) -> bool:
    return said.at is not None and (now() - datetime.fromisoformat(said.at)).days >= LATE


def _file(path: Path, name: str, *, forget: bool = False) -> Response:
    """Send a file in pieces; one that was made for this is forgotten when it is sent."""
    file = path.open("rb")
    size = path.stat().st_size
    if forget:
        # What is open can still be read; where it cannot go yet, it goes when it is a day old.
        with suppress(OSError):
            path.unlink()

    def pieces() -> Iterator[bytes]:
        with file:
            while piece := file.read(PIECE):
                yield piece

    response = Response(pieces(), mimetype="application/vnd.sqlite3")
    response.call_on_close(file.close)
    response.content_length = size
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
