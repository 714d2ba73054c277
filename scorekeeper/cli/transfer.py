"""The commands `export` and `import`."""

import os
import sys
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import click

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.book.transfer import importer
from scorekeeper.book.transfer.comparison import ScorebookRef, load_scorebook_ref
from scorekeeper.book.transfer.exporter import count_contents, export as export_pieces
from scorekeeper.book.transfer.importer import FileReport, ImportResult
from scorekeeper.book.transfer.reader import BrokenLine
from scorekeeper.cli.database import open_database, read_config, report_errors
from scorekeeper.cli.files import make_seekable, open_input, open_output, strip_control_chars
from scorekeeper.config import Config
from scorekeeper.words.errors import describe_file_error
from scorekeeper.words.scorebooks import import_report as words
from scorekeeper.words.table import describe_respelled

ImportStep = TypeVar("ImportStep")

scorebook_option = click.option(
    "--scorebook",
    metavar="SCOREBOOK",
    help="Number or name of the scorebook. Default: the shared one, or the only one.",
)


@click.command()
@click.argument("file", default="-")
@scorebook_option
@report_errors()
def export(file: str, scorebook: str | None) -> None:
    """Export all matches and club evenings as JSON Lines.

    Writes to FILE, which must be new, or to standard output.
    """
    config = read_config()
    with open_database(config) as database:
        book = find_scorebook(database, config, scorebook)
        summary = export_matches(database, book, None if file == "-" else Path(file))
    click.echo(f"Wrote {summary}.", err=True)


@click.command("import")
@click.argument("file", default="-")
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
@click.option("--overwrite", is_flag=True, help="If a match differs, use the one in the file.")
@click.option(
    "--someone-else",
    "others",
    metavar="NAME",
    multiple=True,
    help="NAME in the file is a new player, not the one here with another spelling. Repeatable.",
)
@scorebook_option
@report_errors()
def import_(
    file: str, yes: bool, overwrite: bool, others: Sequence[str], scorebook: str | None
) -> None:
    """Import matches from FILE.

    Reads match files and JSON Lines, from FILE or standard input. Checks everything first: if a
    match can't be read, nothing is imported. Matches that are already here are skipped, so import
    the file again to finish an interrupted import.
    """
    if file == "-" and not yes:
        raise click.UsageError("Reading from standard input needs --yes.")
    config = read_config()
    with (
        open_input(file) as given,
        open_database(config, create=True) as database,
        make_seekable(given) as stream,
    ):
        book = find_scorebook(database, config, scorebook)
        *_, report = _with_bar(stream, "Checking", importer.check_file(database, book, stream))
        _print_report(report, overwrite=overwrite, others=others)
        if report.broken:
            raise click.ClickException(words.describe_broken_lines(len(report.broken)))
        if not report.is_importable(overwrite=overwrite):
            click.echo("Nothing to import.", err=True)
            return
        if not yes:
            click.confirm("Import them?", abort=True, err=True)
        steps = importer.import_matches(
            database, book, stream, report, overwrite=overwrite, others=others
        )
        result = next(steps)
        try:
            deque(_with_bar(stream, "Importing", steps), maxlen=0)
        finally:
            _print_result(result)
        if not result.is_finished:
            raise click.exceptions.Exit(1)


def find_scorebook(database: Database, config: Config, name: str | None) -> ScorebookRef:
    """Find the scorebook to use: the named one, the shared one, or the only one."""
    if not config.hosted:
        shared_scorebook.ensure_shared(database)
    with database.read() as session:
        if name is not None:
            return load_scorebook_ref(session, shared_scorebook.find_by_name(session, name))
        scorebooks = shared_scorebook.list_scorebooks(session)
        candidates = [scorebook for scorebook in scorebooks if scorebook.is_home] or scorebooks
        if len(candidates) != 1:
            raise ScorebookError(
                "Choose a scorebook with --scorebook (number or name; see `scorekeeper"
                " scorebooks`)."
            )
        return load_scorebook_ref(session, candidates[0].id)


def export_matches(database: Database, book: ScorebookRef, file: Path | None) -> str:
    """Write all matches of a scorebook to a new file or standard output; return the summary."""
    length = count_contents(database, book.id).matches
    with open_output(file) as stream, _bar(length, "Writing") as bar:
        for piece in export_pieces(database, book.id):
            stream.write(piece)
            bar.update(piece.count(b"\n"))
    return words.describe_contents(*count_contents(database, book.id))


def _print_report(report: FileReport, *, overwrite: bool, others: Collection[str]) -> None:
    for sentence in words.describe_additions(
        report.new,
        report.deleted,
        report.same,
        report.new_players,
        report.matches,
        report.new_events,
        report.same_events,
    ):
        click.echo(sentence, err=True)
    alike = {typed: name for typed, name in report.alike.items() if typed not in others}
    for typed, name in alike.items():
        click.echo(f"  {strip_control_chars(describe_respelled(typed, name))}", err=True)
    if alike:
        click.echo('For a new player, add --someone-else "NAME".', err=True)
    if report.different:
        click.echo(words.describe_precedence(report.different, overwrite=overwrite), err=True)
    for one in report.listed:
        assert one.here is not None
        here, incoming = one.here.match, one.incoming
        compared = words.compare_matches(here, incoming.match, one.differences)
        sentence = f"{words.name_match(here)}: {compared}"
        click.echo(f"  line {incoming.line}: {strip_control_chars(sentence)}", err=True)
    if report.different > len(report.listed):
        click.echo(f"  and {report.different - len(report.listed)} more", err=True)
    if report.different > len(report.refused) and not overwrite:
        click.echo("To replace what is here, add --overwrite.", err=True)
    if report.refused:
        click.echo(words.describe_refused(len(report.refused)), err=True)
    _print_broken(report.refused[: importer.MAX_LISTED])
    _print_broken(report.broken)
    if report.is_cut_short:
        click.echo(words.describe_incomplete_check(), err=True)


def _print_result(result: ImportResult) -> None:
    if result.broken:
        click.echo(words.describe_skipped_lines(len(result.broken)), err=True)
    _print_broken(result.broken)
    sentences = [words.describe_progress(result.imported, result.total, result.events)]
    if result.enough:
        sentences.append(words.describe_quota(result.enough.what, result.enough.limit))
    elif not result.is_finished:
        sentences.append(words.describe_resumption())
    prefix = "" if result.is_finished else "Error: "
    click.echo(prefix + " ".join(sentences), err=True)


def _print_broken(lines: Sequence[BrokenLine]) -> None:
    for one in lines:
        text = describe_file_error(one.error, one.players, one.sides)
        click.echo(f"  line {one.line}: {strip_control_chars(text)}", err=True)


def _with_bar(file: BinaryIO, label: str, steps: Iterator[ImportStep]) -> Iterator[ImportStep]:
    """Yield the steps of a reader, and show its progress through the file."""
    with _bar(os.fstat(file.fileno()).st_size, label) as bar:
        for step in steps:
            bar.update(file.tell() - bar.pos)
            yield step


def _bar(length: int, label: str) -> Any:
    return click.progressbar(length=length, label=label, file=sys.stderr)
