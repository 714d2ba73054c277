"""All matches of a scorebook as their files, in one folder to be unpacked."""

import io
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flask import Blueprint, Response, stream_with_context

from scorekeeper.book import history, scorebooks
from scorekeeper.book.loading import Stored, load_all
from scorekeeper.rules import notation
from scorekeeper.web.site import device
from scorekeeper.web.site.scorebook import database

if TYPE_CHECKING:
    from typing_extensions import Buffer

blueprint = Blueprint("files", __name__, url_prefix="/scorebooks/<scorebook>")


@blueprint.get("/matches.zip")
def send(scorebook: str) -> Response:
    """Send all matches, some at a time: there may be more than memory should hold."""
    with database().read() as session:
        book = scorebooks.find(session, device.known(), scorebook)
    response = Response(stream_with_context(_packed(book.id)), mimetype="application/zip")
    response.headers["Content-Disposition"] = 'attachment; filename="spades-matches.zip"'
    return response


def _packed(scorebook_id: int) -> Iterator[bytes]:
    import zipfile

    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as folder:
        for stored in _matches(scorebook_id):
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

    def write(self, piece: "Buffer") -> int:
        """Take a piece."""
        self._pieces.append(bytes(piece))
        return len(self._pieces[-1])

    def taken(self) -> bytes:
        """Return what was written since the last time."""
        together = b"".join(self._pieces)
        self._pieces.clear()
        return together
