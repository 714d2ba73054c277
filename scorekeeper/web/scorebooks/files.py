"""All matches of a scorebook as their files, in one folder to be unpacked."""

import io
import json
from collections.abc import Iterable, Iterator

from flask import Blueprint, Response, request, stream_with_context

from scorekeeper.book import history, scorebooks
from scorekeeper.book.loading import Stored, load_all
from scorekeeper.book.matches import look
from scorekeeper.rules import notation
from scorekeeper.web.site import device
from scorekeeper.web.site.scorebook import database

blueprint = Blueprint("files", __name__, url_prefix="/scorebooks/<scorebook>")

MOST = 100
"""Matches that can be chosen one by one."""


@blueprint.get("/matches.zip")
def send(scorebook: str) -> Response:
    """Send all matches, some at a time: there may be more than memory should hold; or a few."""
    with database().read() as session:
        secret = device.known()
        book = scorebooks.find(session, secret, scorebook)
        chosen = [look(session, secret, one) for one in request.args.getlist("match")[:MOST]]
        matches = load_all(session, chosen) if chosen else _matches(book.id)
    response = Response(stream_with_context(_packed(matches)), mimetype="application/zip")
    response.headers["Content-Disposition"] = 'attachment; filename="spades-matches.zip"'
    return response


def _packed(matches: Iterable[Stored]) -> Iterator[bytes]:
    import zipfile

    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as folder:
        for stored in matches:
            written = notation.write(stored.match, stored.public_id)
            text = json.dumps(written, ensure_ascii=False, indent=1)
            folder.writestr(f"spades-matches/{_file_name(stored)}", f"{text}\n")
            yield sink.taken()
    yield sink.taken()


def _matches(scorebook_id: int) -> Iterator[Stored]:
    after = 0
    while True:
        with database().read() as session:
            found = history.stretch(session, scorebook_id, after)
            loaded = load_all(session, found) if found else []
        if not found:
            return
        yield from loaded
        after = found[-1].id


def _file_name(stored: Stored) -> str:
    began = stored.match.started
    day = f"{stored.at(began):%Y-%m-%d}-" if began else ""
    return f"{day}{stored.public_id}.json"


class _Sink(io.RawIOBase):
    """Takes what is written, piece by piece; nobody goes back in it."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """Whether it can be written: always."""
        return True

    def write(self, piece: bytes) -> int:  # type: ignore[override]
        """Take a piece."""
        self._pieces.append(bytes(piece))
        return len(piece)

    def taken(self) -> bytes:
        """Return what was written since the last time."""
        together = b"".join(self._pieces)
        self._pieces.clear()
        return together
