"""Import and export of matches, with a progress bar."""

import os
import shutil
import sys
import tempfile
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import click

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.book.transfer.comparison import ScorebookRef, load_scorebook_ref
from scorekeeper.book.transfer.exporter import ExportFormat, count_contents, export
from scorekeeper.book.transfer.importer import FileReport, ImportResult, check_file, import_matches
from scorekeeper.book.transfer.reader import BrokenLine
from scorekeeper.cli.sheet import strip_control_chars
from scorekeeper.config import Config
from scorekeeper.words.match_file_errors import describe_file_error
from scorekeeper.words.scorebooks import import_report as words

ImportStep = TypeVar("ImportStep")


def find_scorebook(database: Database, config: Config, name: str | None) -> ScorebookRef:
    """Find the scorebook to use: the named one, the shared one, or the only one."""
    if not config.hosted:
        shared_scorebook.ensure_shared(database, hosted=False, looks_hosted=config.looks_hosted)
    with database.read() as session:
        if name is not None:
            return load_scorebook_ref(session, shared_scorebook.find_by_name(session, name))
        scorebooks = shared_scorebook.list_scorebooks(session)
        candidates = [one for one in scorebooks if one.is_house] or scorebooks
        if len(candidates) != 1:
            raise ScorebookError(
                "Choose a scorebook with --scorebook (number or name; see `scorekeeper"
                " scorebooks`)."
            )
        return load_scorebook_ref(session, candidates[0].number)


def export_matches(
    database: Database, book: ScorebookRef, kind: ExportFormat, separator: str, file: Path | None
) -> str:
    """Write all matches of a scorebook to a new file or standard output; return the summary."""
    length = count_contents(database, book.id).matches
    with _open_output(file) as stream, _bar(length, "Writing") as bar:
        for matches, piece in export(database, book.id, kind, separator):
            stream.write(piece)
            bar.update(matches)
    return words.describe_contents(*count_contents(database, book.id))


def import_file(
    database: Database, book: ScorebookRef, stream: BinaryIO, *, yes: bool, overwrite: bool
) -> None:
    """Check a file, print the report, ask for confirmation, import it, and print the result."""
    with _seekable(stream) as file:
        *_, report = _with_bar(file, "Checking", check_file(database, book, file))
        _print_report(report, overwrite=overwrite)
        if report.broken:
            raise click.exceptions.Exit(1)
        if not report.count_importable(overwrite=overwrite):
            click.echo("Nothing to import.", err=True)
            return
        if not yes:
            click.confirm("Import them?", abort=True, err=True)
        steps = import_matches(database, book, file, report, overwrite=overwrite)
        result = next(steps)
        try:
            deque(_with_bar(file, "Importing", steps), maxlen=0)
        finally:
            _print_result(result)
        if not result.is_finished:
            raise click.exceptions.Exit(1)


def _print_report(report: FileReport, *, overwrite: bool) -> None:
    """Print the contents and the errors of a file to standard error."""
    for sentence in words.describe_additions(
        report.new, report.deleted, report.same, report.new_players, report.matches
    ):
        click.echo(sentence, err=True)
    if report.different:
        click.echo(words.describe_precedence(report.different, overwrite=overwrite), err=True)
    for one in report.listed:
        told = f"{words.name_match(one.here)}: {words.compare_hands(one.here, one.there)}"
        click.echo(f"  line {one.line}: {strip_control_chars(told)}", err=True)
    if report.different > len(report.listed):
        click.echo(f"  and {report.different - len(report.listed)} more", err=True)
    if report.broken:
        click.echo(words.describe_broken_lines(len(report.broken)), err=True)
    _print_broken(report.broken)
    if report.is_cut_short:
        click.echo(words.describe_incomplete_check(), err=True)


def _print_result(result: ImportResult) -> None:
    """Print the number of imported matches, and the errors, to standard error."""
    if result.broken:
        click.echo(words.describe_skipped_lines(len(result.broken)), err=True)
    _print_broken(result.broken)
    told = [words.describe_progress(result.imported, result.total)]
    if result.enough:
        told.append(words.describe_quota(result.enough.what, result.enough.limit))
    elif not result.is_finished:
        told.append(words.describe_resumption())
    click.echo(" ".join(told), err=True)


def _print_broken(lines: Sequence[BrokenLine]) -> None:
    for one in lines:
        told = describe_file_error(one.error, one.players, one.sides)
        click.echo(f"  line {one.line}: {strip_control_chars(told)}", err=True)


def _with_bar(file: BinaryIO, label: str, steps: Iterator[ImportStep]) -> Iterator[ImportStep]:
    """Yield the steps of a reader, and show its progress through the file."""
    with _bar(os.fstat(file.fileno()).st_size, label) as bar:
        for step in steps:
            bar.update(file.tell() - bar.pos)
            yield step


def _bar(length: int, label: str) -> Any:
    return click.progressbar(length=length, label=label, file=sys.stderr)


@contextmanager
def _seekable(stream: BinaryIO) -> Iterator[BinaryIO]:
    """Yield a seekable stream; a pipe is copied to a temporary file first."""
    if stream.seekable():
        yield stream
        return
    with tempfile.TemporaryFile() as file:
        shutil.copyfileobj(stream, file)
        yield file


@contextmanager
def _open_output(file: Path | None) -> Iterator[BinaryIO]:
    """Open a new file for writing, which is deleted after an error; None is standard output."""
    if file is None:
        yield sys.stdout.buffer
        return
    try:
        stream = file.open("xb")
    except OSError as error:
        raise click.ClickException(f"Can't write {file}: {error.strerror}.") from None
    try:
        with stream:
            yield stream
    except BaseException:
        file.unlink(missing_ok=True)
        raise
