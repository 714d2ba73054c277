"""Downloads of the matches of a scorebook: match files in a ZIP, JSON Lines, and CSV.

Each file is written completely before its first byte is sent. Then a failure is still an error
page, and a slow reader holds no session of the database.
"""

import json
import tempfile
import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import BinaryIO, cast
from weakref import WeakSet

from flask import Response, abort, current_app, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper.book.db.errors import Full
from scorekeeper.book.matches.match_loader import StoredMatch, load_matches
from scorekeeper.book.matches.matches import find_match
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.book.transfer import exporter
from scorekeeper.book.transfer.exporter import (
    ExportFormat,
    count_contents,
    load_events,
    write_event_line,
)
from scorekeeper.rules import match_file
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.responses import send_file
from scorekeeper.web.scorebooks.job_queue import JobQueue, QueueTimeout
from scorekeeper.web.site.db import database
from scorekeeper.web.site.errors import render_error
from scorekeeper.words.language import get_language, gettext as _

MAX_WRITING = 2
"""Exports that this process writes at a time; each takes a processor for seconds."""
MAX_OPEN = 8
"""Exports at a time, with those being sent: some servers need a thread for each."""
MAX_CHOSEN_MATCHES = 100
"""Matches that one download can name individually."""

KINDS = {
    "matches.jsonl": (ExportFormat.MATCHES, "application/jsonl"),
    "hands.csv": (ExportFormat.HANDS, "text/csv"),
    "results.csv": (ExportFormat.RESULTS, "text/csv"),
}
RETRY_AFTER_SECONDS = "10"
DECIMAL_COMMA_LANGUAGES = frozenset({"de"})
"""Languages with a decimal comma: their spreadsheets expect semicolons between columns."""
SEPARATORS = {"comma": ",", "semicolon": ";"}


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
        "scorebooks/downloads.html",
        book=book,
        contents=count_contents(database(), book.id),
        separator="semicolon" if get_language() in DECIMAL_COMMA_LANGUAGES else "comma",
    )


def download_all(scorebook: str, file: str) -> Response:
    """Send all matches in one file."""
    with database().read() as session:
        book = scorebooks.find_owned(session, current_device.read_secret(), scorebook)
    kind, mimetype = KINDS[file]
    separator = SEPARATORS.get(request.args.get("columns", ""), ",")
    with _new_file(book.id) as output:
        for _number, part in exporter.export(database(), book.id, kind, separator):
            output.write(part)
    return send_file(output, f"spades-{file}", mimetype)


def download_zip(scorebook: str) -> Response:
    """Send the chosen matches, or all, as a ZIP file; all are loaded in batches."""
    import zipfile

    with database().read() as session:
        secret = current_device.read_secret()
        book = scorebooks.find_owned(session, secret, scorebook)
        public_ids = request.args.getlist("match")
        if len(public_ids) > MAX_CHOSEN_MATCHES:
            raise RequestEntityTooLarge
        chosen = [find_match(session, secret, one) for one in public_ids]
        matches = (
            load_matches(session, chosen)
            if chosen
            else chain.from_iterable(exporter.load_batches(database(), book.id))
        )
    with _new_file(book.id) as output, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as folder:
        for stored in matches:
            written = match_file.write(stored.match, stored.public_id)
            text = json.dumps(written, ensure_ascii=False, indent=1)
            folder.writestr(f"spades-matches/{_file_name(stored)}", f"{text}\n")
        for event in [] if chosen else load_events(database(), book.id):
            day = f"{event.to_local(event.started_at):%Y-%m-%d}"
            name = f"spades-matches/{day}-evening-{event.ref.public_id}.json"
            folder.writestr(name, write_event_line(event))
    return send_file(output, "spades-matches.zip", "application/zip")


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


def _file_name(stored: StoredMatch) -> str:
    began = stored.match.started
    day = f"{stored.to_local(began):%Y-%m-%d}-" if began else ""
    return f"{day}{stored.public_id}.json"
