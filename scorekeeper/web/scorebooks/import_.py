"""Import of a file of matches into a scorebook: first a report, then the import."""

from flask import Response, current_app, flash, make_response, render_template, request

from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.book.transfer.comparison import ScorebookRef
from scorekeeper.book.transfer.importer import MAX_LISTED
from scorekeeper.web.forms.base import RecordingForm, initial_values
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.scorebooks.uploads import Uploads, UploadState
from scorekeeper.web.site import db, rendering
from scorekeeper.words.language import gettext as _

REFRESH_SECONDS = "1"
RETRY_AFTER_SECONDS = "60"


def show(scorebook: str) -> Response:
    return _render_form(_find_scorebook(scorebook))


def receive(scorebook: str) -> Response:
    """Receive a file and start to check it."""
    book = _find_scorebook(scorebook)
    file = request.files.get("file")
    if file is None or not file.filename:
        return _render_form(book, _("Choose a file first."), 422)
    rate_limits.count("matches", rate_limits.client_address())
    upload = _uploads().receive(db.database(), book, rate_limits.client_address(), file.stream)
    if upload is None:
        return _render_form(book, _busy(), 503)
    return rendering.redirect_to("imports.follow", scorebook=scorebook, upload=upload.name)


def follow(scorebook: str, upload: str) -> Response:
    """Show the progress of a file, then its report, then the result of the import."""
    book = _find_scorebook(scorebook)
    file = _uploads().find(book, upload)
    if file is None:
        return _send_to_form(scorebook)
    # Read once, because it may change while the page is rendered.
    state = file.state
    html = render_template(
        "scorebooks/import_progress.html",
        book=book,
        upload=file,
        state=state,
        busy=_busy(),
        most_listed=MAX_LISTED,
    )
    response = make_response(html, 503 if state is UploadState.BUSY else 200)
    if state.is_running:
        response.headers["Refresh"] = REFRESH_SECONDS
    if state is UploadState.BUSY:
        response.headers["Retry-After"] = RETRY_AFTER_SECONDS
    return response


def start(scorebook: str, upload: str) -> Response:
    """Start to import a checked file, or to check it again."""
    uploads = _uploads()
    file = uploads.find(_find_scorebook(scorebook), upload)
    if file is None:
        return _send_to_form(scorebook)
    overwrite, others = request.form.get("wins") == "file", request.form.getlist("other")
    file.start(db.database(), uploads.queue, overwrite=overwrite, others=others)
    return rendering.redirect_to("imports.follow", scorebook=scorebook, upload=upload)


def _find_scorebook(scorebook: str) -> ScorebookRef:
    with db.database().read() as session:
        book = scorebooks.find_owned(session, current_device.read_secret(), scorebook)
    return ScorebookRef(book.id, book.public_id)


def _uploads() -> Uploads:
    uploads: Uploads = current_app.extensions.setdefault("uploads", Uploads())
    return uploads


def _busy() -> str:
    return _("Other files are being imported right now. Try again in a minute.")


def _render_form(book: ScorebookRef, error: str | None = None, status: int = 200) -> Response:
    form = RecordingForm(**initial_values())
    if error is not None:
        form.add_error(error)
    megabytes = current_app.config["MAX_UPLOAD_BYTES"] // 1_000_000
    html = render_template("scorebooks/import.html", book=book, form=form, megabytes=megabytes)
    response = make_response(html, status)
    if status == 503:
        response.headers["Retry-After"] = RETRY_AFTER_SECONDS
    return response


def _send_to_form(scorebook: str) -> Response:
    flash(_("The file is no longer here. Choose it again."))
    return rendering.redirect_to("imports.show", scorebook=scorebook)
