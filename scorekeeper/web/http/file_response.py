"""Responses that send a file."""

import os
from typing import BinaryIO

import flask
from flask import Response


def send_file(file: BinaryIO, name: str, mimetype: str) -> Response:
    """Send an open file as a download; the server closes it, and needs no thread for it."""
    size = os.fstat(file.fileno()).st_size
    response = flask.send_file(
        file, mimetype, as_attachment=True, download_name=name, conditional=False, etag=False
    )
    response.content_length = size
    del response.headers["Cache-Control"]  # our own is stricter
    return response
