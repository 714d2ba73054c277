"""Bringing matches into a scorebook and sending them out, with a bar for how far it is."""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import click

from scorekeeper.book import house
from scorekeeper.book.database import Database
from scorekeeper.book.errors import ScorebookError
from scorekeeper.book.exchange.bringing import Changed, Refused, Report, bring_in, examine
from scorekeeper.book.exchange.comparing import Book, book_of
from scorekeeper.book.exchange.exporter import Kind, contents, send
from scorekeeper.cli.sheet import plain
from scorekeeper.config import Config
from scorekeeper.words import exchange as words
from scorekeeper.words.matchfile import refused


def chosen(database: Database, config: Config, named: str | None) -> Book:
    """Return the scorebook that is meant: the named one, that of the house, or the only one."""
    if not config.hosted:
        house.settle(database, hosted=False, speaks_for_host=config.speaks_for_host)
    with database.read() as session:
        if named is not None:
            return book_of(session, house.called(session, named))
        found = house.listed(session)
        houses = [one for one in found if one.is_house]
        if len(houses or found) != 1:
            raise ScorebookError(
                "Say which scorebook is meant: --scorebook with a number or a name that"
                " `scorekeeper scorebooks` lists."
            )
        return book_of(session, (houses or found)[0].number)


def export(database: Database, book: Book, kind: Kind, separator: str, file: Path | None) -> str:
    """Write all matches of a scorebook into a new file or to standard output; say how many."""
    length = contents(database, book.id).matches
    with _new(file) as stream, _bar(length, "Writing") as bar:
        for matches, piece in send(database, book.id, kind, separator):
            stream.write(piece)
            bar.update(matches)
    return words.contents(*contents(database, book.id))


def import_(database: Database, book: Book, stream: BinaryIO, *, yes: bool, theirs: bool) -> str:
    """Bring the matches of a file in, after a report and a yes; say how many came."""
    with _seekable(stream) as file:
        report = _with_bar(
            file, "Reading", lambda progress: examine(database, book, file, progress)
        )
        _tell(report, theirs=theirs)
        if report.broken:
            raise click.exceptions.Exit(1)
        comes = report.new + report.back + (report.different if theirs else 0)
        if not comes:
            return "Nothing to bring in."
        if not yes:
            click.confirm("Bring them in?", abort=True, err=True)
        try:
            _with_bar(
                file,
                "Bringing in",
                lambda progress: bring_in(database, book, file, theirs=theirs, progress=progress),
            )
        except Refused as error:
            _tell(error.report, theirs=theirs)
            raise click.exceptions.Exit(1) from None
        except Changed:
            raise ScorebookError("The scorebook was moved meanwhile: nothing is in.") from None
    return words.brought(comes)


def _tell(report: Report, *, theirs: bool) -> None:
    """Say what is in a file, and what is wrong with it, on standard error."""
    for sentence in words.found(
        report.new, report.back, report.same, report.people, report.matches
    ):
        click.echo(sentence, err=True)
    if report.different:
        click.echo(words.different(report.different, theirs=theirs), err=True)
    for one in report.some_different:
        told = f"{words.table(one.here)}: {words.both(one.here, one.there)}"
        click.echo(f"  line {one.line}: {plain(told)}", err=True)
    _tell_of_more(report.different, len(report.some_different))
    if report.broken:
        click.echo(words.broken(report.broken), err=True)
    for broken in report.some_broken:
        told = refused(broken.error, broken.players, broken.sides)
        click.echo(f"  line {broken.line}: {plain(told)}", err=True)
    _tell_of_more(report.broken, len(report.some_broken))


def _tell_of_more(number: int, told: int) -> None:
    if number > told:
        click.echo(f"  and {number - told} more", err=True)


def _with_bar(
    file: BinaryIO, label: str, work: Callable[[Callable[[int], None]], Report]
) -> Report:
    """Do what reads a file, and show how far it has come in it."""
    with _bar(os.fstat(file.fileno()).st_size, label) as bar:
        return work(lambda _: bar.update(file.tell() - bar.pos))


def _bar(length: int, label: str) -> Any:
    return click.progressbar(length=length, label=label, file=sys.stderr)


@contextmanager
def _seekable(stream: BinaryIO) -> Iterator[BinaryIO]:
    """Yield a stream that can be read twice: what only comes once is put aside."""
    if stream.seekable():
        yield stream
        return
    with tempfile.TemporaryFile() as file:
        shutil.copyfileobj(stream, file)
        yield file


@contextmanager
def _new(file: Path | None) -> Iterator[BinaryIO]:
    """Open a new file to write, which is gone again after an error; or standard output."""
    if file is None:
        yield sys.stdout.buffer
        return
    try:
        stream = file.open("xb")
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}.") from None
    try:
        with stream:
            yield stream
    except BaseException:
        file.unlink(missing_ok=True)
        raise
