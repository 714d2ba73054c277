"""Downloads of the matches of a scorebook: all in one file, and a list of results.

Each file is written completely before its first byte is sent. Then a failure is still an error
page, and a slow reader holds no session of the database.
"""

import tempfile
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import BinaryIO, cast
from weakref import WeakSet

from flask import Response, abort, current_app, render_template

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import Full
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.book.transfer.exporter import count_contents, export, export_results
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.responses import send_file
from scorekeeper.web.scorebooks.job_queue import JobQueue, QueueTimeout
from scorekeeper.web.site.db import database
from scorekeeper.web.site.errors import render_error
from scorekeeper.words.language import get_list_separator, gettext as _

MAX_WRITING = 2
"""Exports that this process writes at a time; each takes a processor for seconds."""
MAX_OPEN = 8
"""Exports at a time, with those being sent: some servers need a thread for each."""
RETRY_AFTER_SECONDS = "10"


class Exports:
    """The exports of this process: one at a time per owner, such as a scorebook or phone."""

    def __init__(self) -> None:
        self.queue = JobQueue(MAX_WRITING, timeout_seconds=0)
        # Weak references: a file disappears with its response.
        self._files: WeakSet[BinaryIO] = WeakSet()
        self._lock = threading.Lock()

    @contextmanager
    def new_file(self, *owners: Hashable) -> Iterator[BinaryIO]:
        """Yield a temporary file to be sent; raise QueueTimeout or Full if there can be none."""
        with self.queue.turn(*owners):
            try:
                file = self._open_file()
                yield file
                file.seek(0)
            except OSError as error:
                raise Full(str(error)) from error

    def _open_file(self) -> BinaryIO:
        with self._lock:
            if sum(not file.closed for file in self._files) >= MAX_OPEN:
                raise QueueTimeout
            file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 - sent later
            self._files.add(file)
            return file


def show(scorebook: str) -> str:
    """Show the downloads of a scorebook and how many matches they contain."""
    with database().read() as session:
        book = scorebooks.find_owned(session, current_device.read_secret(), scorebook)
    return render_template(
        "scorebooks/downloads.html", book=book, contents=count_contents(database(), book.id)
    )


def download_all(scorebook: str) -> Response:
    """Send all matches and events in one file to import."""
    return _send(scorebook, export, "spades-matches.jsonl", "application/jsonl")


def download_results(scorebook: str) -> Response:
    """Send the results of all matches as a list for a spreadsheet."""
    write = partial(export_results, separator=get_list_separator())
    return _send(scorebook, write, "spades-results.csv", "text/csv")


def _send(
    scorebook: str, write: Callable[[Database, int], Iterator[bytes]], name: str, mimetype: str
) -> Response:
    with database().read() as session:
        book = scorebooks.find_owned(session, current_device.read_secret(), scorebook)
    with _new_file(book.id) as file:
        file.writelines(write(database(), book.id))
    return send_file(file, name, mimetype)


@contextmanager
def _new_file(scorebook_id: int) -> Iterator[BinaryIO]:
    """Yield a file to be sent; respond with 503 while others are exported."""
    exports: Exports = current_app.extensions.setdefault("exports", Exports())
    secret, address = current_device.read_secret(), rate_limits.client_address()
    try:
        with exports.new_file(scorebook_id, secret, address) as file:
            yield file
    except QueueTimeout:
        text = _("Other downloads are running right now. Try again in a moment.")
        response = render_error(503, _("Downloads are busy"), text)
        response.headers["Retry-After"] = RETRY_AFTER_SECONDS
        abort(response)
