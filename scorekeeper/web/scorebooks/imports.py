"""Import of a file of matches into a scorebook: first a report, then the import.

Uploaded files are unnamed temporary files of this process, which are checked and imported in
background threads; the database stores only imported matches.
"""

import hashlib
import logging
import tempfile
import threading
import time
import weakref
from base64 import urlsafe_b64encode
from collections import deque
from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import IO, Any, BinaryIO, TypeVar, cast

from flask import Response, current_app, flash, make_response, render_template, request

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import StorageError
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.book.transfer import importer
from scorekeeper.book.transfer.comparison import ScorebookRef
from scorekeeper.web.forms.base import RecordingForm, initial_values
from scorekeeper.web.http import rate_limits
from scorekeeper.web.site import db, rendering
from scorekeeper.web.site.jobs import JobQueue, QueueTimeout
from scorekeeper.words.language import gettext as _

UploadStep = TypeVar("UploadStep")
LOG = logging.getLogger("scorekeeper")
MAX_UPLOADS, MAX_UPLOADS_EACH = 20, 3
"""Uploads at a time: in total, and per scorebook or sender. Further ones replace the oldest."""
UPLOAD_SECONDS = 3600.0
"""Time until an unused upload may be dropped."""
MAX_RUNNING = 2
"""Uploads that this process checks or imports at a time."""
QUEUE_TIMEOUT_SECONDS = 60.0
PIECE_BYTES = 100_000
RETRY_LATER = {"Retry-After": "60"}


class UploadState(StrEnum):
    """The state of an upload."""

    CHECKING = "checking"
    CHECKED = "checked"
    IMPORTING = "importing"
    IMPORTED = "imported"
    BUSY = "busy"
    FAILED = "failed"

    @property
    def is_running(self) -> bool:
        return self in (UploadState.CHECKING, UploadState.IMPORTING)


class Upload:
    """A file to import into a scorebook; `sender` is the network address it came from.

    `report` is set after the check, `result` when an import starts.
    """

    def __init__(
        self, name: str, book: ScorebookRef, sender: str, file: BinaryIO, size: int
    ) -> None:
        self.name, self.book, self.sender, self.file, self.size = name, book, sender, file, size
        self.state = UploadState.CHECKING
        self.report: importer.FileReport | None = None
        self.result: importer.ImportResult | None = None
        self.position = 0
        self.touched = time.monotonic()
        self._lock = threading.Lock()
        weakref.finalize(self, file.close)

    @property
    def percent(self) -> int:
        return min(100, 100 * self.position // max(1, self.size))

    def start(
        self, database: Database, queue: JobQueue, *, overwrite: bool, others: Collection[str]
    ) -> None:
        """Start to import a checked file, or to check it; does nothing while either is running.

        After an import the file is checked again, because its report is outdated.
        """
        with self._lock:
            if self.file.closed or self.state.is_running:
                return
            if self.report is None or self.result is not None:
                self.run(database, queue)
            elif self.report.is_importable(overwrite=True):
                self.run(database, queue, {"overwrite": overwrite, "others": others})

    def close(self) -> bool:
        """Close the file unless it is being checked or imported; return whether it is closed."""
        with self._lock:
            if not self.state.is_running:
                self.file.close()
            return self.file.closed

    def run(
        self, database: Database, queue: JobQueue, options: Mapping[str, Any] | None = None
    ) -> None:
        """Import the file with these options in the background, or check it without."""
        self.state = UploadState.CHECKING if options is None else UploadState.IMPORTING
        self.position = 0
        threading.Thread(target=self._work, args=(database, queue, options), daemon=True).start()

    def _work(self, database: Database, queue: JobQueue, options: Mapping[str, Any] | None) -> None:
        state = UploadState.FAILED
        try:
            with queue.turn(self.book.id, self.sender):
                if options is None or self.report is None:
                    self.report = self.result = None
                    checked = importer.check_file(database, self.book, self.file)
                    *_, self.report = map(self._note_progress, checked)
                    state = UploadState.CHECKED
                else:
                    source = database, self.book, self.file, self.report
                    steps = importer.import_matches(*source, **options)
                    self.result = next(steps)
                    deque(map(self._note_progress, steps), maxlen=0)
                    state = UploadState.IMPORTED
        except QueueTimeout:
            state = UploadState.BUSY
        except StorageError:
            LOG.warning("an import was interrupted: can't use the scorebook at the moment")
        except Exception:
            LOG.exception("an import failed")
        finally:
            self.state, self.touched = state, time.monotonic()

    def _note_progress(self, step: UploadStep) -> UploadStep:
        self.position = self.file.tell()
        self.touched = time.monotonic()
        return step


class Uploads:
    """The uploaded files of this process, and the queue of their imports."""

    def __init__(self) -> None:
        self.queue = JobQueue(MAX_RUNNING, QUEUE_TIMEOUT_SECONDS)
        self._found: dict[str, Upload] = {}
        self._lock = threading.Lock()

    def find(self, book: ScorebookRef, name: str) -> Upload | None:
        """Return an uploaded file of this scorebook."""
        upload = self._found.get(name)
        return upload if upload is not None and upload.book == book else None

    def receive(
        self, database: Database, book: ScorebookRef, sender: str, stream: IO[bytes]
    ) -> Upload | None:
        """Store a file, once, and start to check it; return None if too many are running."""
        file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 - as long as it waits
        digest, size = hashlib.sha256(book.public_id.encode()), 0
        while piece := stream.read(PIECE_BYTES):
            digest.update(piece)
            size += len(piece)
            file.write(piece)
        name = urlsafe_b64encode(digest.digest()[:16]).decode().rstrip("=")
        with self._lock:
            existing = self._found.get(name)
            if existing is not None and not existing.close():
                file.close()
                return existing
            self._found.pop(name, None)
            upload = Upload(name, book, sender, file, size)
            if not self._make_room(upload):
                file.close()
                return None
            self._found[name] = upload
        upload.run(database, self.queue)
        return upload

    def _make_room(self, new: Upload) -> bool:
        """Drop expired and surplus uploads; return whether there is room for a new one."""
        long_ago = time.monotonic() - UPLOAD_SECONDS
        self._drop([one for one in self._found.values() if one.touched < long_ago], keep=0)
        of_scorebook = [one for one in self._found.values() if one.book == new.book]
        of_sender = [one for one in self._found.values() if one.sender == new.sender]
        return all(
            [
                self._drop(of_scorebook, keep=MAX_UPLOADS_EACH - 1),
                self._drop(of_sender, keep=MAX_UPLOADS_EACH - 1),
                self._drop([*self._found.values()], keep=MAX_UPLOADS - 1),
            ]
        )

    def _drop(self, uploads: list[Upload], *, keep: int) -> bool:
        """Drop the oldest uploads until `keep` are left; return whether that succeeded."""
        left = [one for one in uploads if one.name in self._found]
        for one in sorted(left, key=lambda upload: upload.touched):
            if len(left) <= keep:
                break
            if one.close():
                del self._found[one.name]
                left.remove(one)
        return len(left) <= keep


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
        most_listed=importer.MAX_LISTED,
    )
    if state is UploadState.BUSY:
        return make_response(html, 503, RETRY_LATER)
    return make_response(html, 200, {"Refresh": "1"} if state.is_running else {})


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
    with db.read() as (session, secret):
        book = scorebooks.find_owned(session, secret, scorebook)
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
    return make_response(html, status, RETRY_LATER if status == 503 else {})


def _send_to_form(scorebook: str) -> Response:
    flash(_("The file is no longer here. Choose it again."))
    return rendering.redirect_to("imports.show", scorebook=scorebook)
