"""Downloads of the matches of a scorebook: match files in a ZIP, JSON Lines, and CSV."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import BinaryIO

from flask import Response, abort, current_app, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge

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
from scorekeeper.web.http.file_response import send_file
from scorekeeper.web.scorebooks.exports import Exports
from scorekeeper.web.scorebooks.job_queue import QueueTimeout
from scorekeeper.web.site.db import database
from scorekeeper.web.site.errors import render_error
from scorekeeper.words.language import get_language, gettext as _

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
