"""Downloads of the matches of a scorebook: match files in a ZIP, JSON Lines, and CSV."""

import io
import json
from collections.abc import Iterable, Iterator
from itertools import chain

from flask import Blueprint, Response, render_template, request, stream_with_context
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper.book.matches.match_loader import StoredMatch, load_matches
from scorekeeper.book.matches.matches import find_match
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.book.transfer import exporter
from scorekeeper.book.transfer.exporter import ExportFormat, count_contents
from scorekeeper.rules import match_file
from scorekeeper.web.http import current_device
from scorekeeper.web.site.db import database
from scorekeeper.words.language import get_language

blueprint = Blueprint("downloads", __name__, url_prefix="/scorebooks/<scorebook>")

MAX_CHOSEN_MATCHES = 100
"""Matches that one download can name individually."""

KINDS = {
    "matches.jsonl": (ExportFormat.MATCHES, "application/jsonl"),
    "hands.csv": (ExportFormat.HANDS, "text/csv"),
    "results.csv": (ExportFormat.RESULTS, "text/csv"),
}
DECIMAL_COMMA_LANGUAGES = frozenset({"de"})
"""Languages with a decimal comma: their spreadsheets expect semicolons between columns."""
SEPARATORS = {"comma": ",", "semicolon": ";"}


@blueprint.get("/files")
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


@blueprint.get("/<any('matches.jsonl', 'hands.csv', 'results.csv'):file>")
def download_all(scorebook: str, file: str) -> Response:
    """Stream all matches in one file."""
    with database().read() as session:
        book = scorebooks.find_owned(session, current_device.read_secret(), scorebook)
    kind, mimetype = KINDS[file]
    separator = SEPARATORS.get(request.args.get("columns", ""), ",")
    pieces = (piece for _, piece in exporter.export(database(), book.id, kind, separator))
    response = Response(stream_with_context(pieces), mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="spades-{file}"'
    return response


@blueprint.get("/matches.zip")
def download_zip(scorebook: str) -> Response:
    """Stream the chosen matches, or all, as a ZIP file; all are loaded in batches."""
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
    response = Response(stream_with_context(_zip_matches(matches)), mimetype="application/zip")
    response.headers["Content-Disposition"] = 'attachment; filename="spades-matches.zip"'
    return response


def _zip_matches(matches: Iterable[StoredMatch]) -> Iterator[bytes]:
    import zipfile

    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as folder:
        for stored in matches:
            written = match_file.write(stored.match, stored.public_id)
            text = json.dumps(written, ensure_ascii=False, indent=1)
            folder.writestr(f"spades-matches/{_file_name(stored)}", f"{text}\n")
            yield sink.take()
    yield sink.take()


def _file_name(stored: StoredMatch) -> str:
    began = stored.match.started
    day = f"{stored.to_local(began):%Y-%m-%d}-" if began else ""
    return f"{day}{stored.public_id}.json"


class _Sink(io.BytesIO):
    """A stream that passes a ZIP file on piece by piece."""

    def tell(self) -> int:
        """Raise OSError, so that ZipFile does not try to seek."""
        raise OSError

    def take(self) -> bytes:
        """Return the bytes written since the last call."""
        written = self.getvalue()
        self.seek(0)
        self.truncate(0)
        return written
