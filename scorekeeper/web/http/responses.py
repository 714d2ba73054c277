"""Responses: compressed pages, and files to download."""

import gzip
import os
from typing import BinaryIO

import flask
from flask import Response, request

MIN_COMPRESSED_BYTES = 500
"""Size below which compressing gains nothing."""
LEVELS = {"text/html": 3, "application/json": 6, "image/svg+xml": 6}
"""How hard to compress what, up to 9. Level 5 makes a page 10 % smaller, in twice the time."""


def compress(response: Response) -> Response:
    """Compress a page if the browser accepts gzip."""
    level = LEVELS.get(response.mimetype or "")
    if (
        level
        and accepts_gzip()
        and "Content-Encoding" not in response.headers
        and not response.is_streamed
        and (response.content_length or 0) >= MIN_COMPRESSED_BYTES
    ):
        response.set_data(gzip.compress(response.get_data(), level, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


def accepts_gzip() -> bool:
    return request.accept_encodings["gzip"] > 0


def send_file(file: BinaryIO, name: str, mimetype: str) -> Response:
    """Send an open file as a download; the server closes it, and needs no thread for it."""
    size = os.fstat(file.fileno()).st_size
    response = flask.send_file(
        file, mimetype, as_attachment=True, download_name=name, conditional=False, etag=False
    )
    response.content_length = size
    del response.headers["Cache-Control"]  # our own is stricter
    return response
