"""The files that commands read and write; `-` or None is standard input or output."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import click

from scorekeeper.atomic_write import new_file

CONTROL_CHARS = dict.fromkeys((*range(32), *range(127, 160)), " ")


def strip_control_chars(text: str) -> str:
    """Replace control characters, which a terminal would interpret, with spaces."""
    return text.translate(CONTROL_CHARS)


def open_input(file: str) -> BinaryIO:
    """Open a file for reading; `-` is standard input."""
    try:
        return cast(BinaryIO, click.open_file(file, "rb"))
    except OSError as error:
        raise click.ClickException(f"Can't read {file}: {error.strerror}.") from None


@contextmanager
def make_seekable(stream: BinaryIO) -> Iterator[BinaryIO]:
    """Yield a seekable stream; a pipe is copied to a temporary file first."""
    if stream.seekable():
        yield stream
        return
    with tempfile.TemporaryFile() as file:
        shutil.copyfileobj(stream, file)
        yield file


@contextmanager
def open_output(file: Path | None) -> Iterator[BinaryIO]:
    """Open a new file, which appears when it is complete; None is standard output."""
    if file is None:
        yield sys.stdout.buffer
        return
    try:
        with new_file(file) as stream:
            yield stream
    except OSError as error:
        raise click.ClickException(f"Can't write {file}: {error.strerror}.") from None
