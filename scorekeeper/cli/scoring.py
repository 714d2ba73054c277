"""The command `score`."""

import json
from collections.abc import Iterator
from typing import BinaryIO

import click

from scorekeeper.book.transfer.event_file import is_event
from scorekeeper.book.transfer.line_reader import split_matches
from scorekeeper.cli.files import open_input
from scorekeeper.rules import MatchFileError, RuleError
from scorekeeper.rules.match_file import find_names, read, report
from scorekeeper.words.errors import describe_file_error


@click.command()
@click.argument("file", default="-")
@click.option("--table", is_flag=True, help="Print a readable score sheet instead.")
@click.pass_context
def score(context: click.Context, file: str, table: bool) -> None:
    """Score match files.

    Reads one match, or several as JSON Lines, from FILE or standard input. Prints JSON Lines.
    """
    all_are_matches = True
    with open_input(file) as stream:
        for text, is_match in score_matches(stream, table=table):
            click.echo(text)
            all_are_matches = all_are_matches and is_match
    context.exit(0 if all_are_matches else 1)


def score_matches(stream: BinaryIO, *, table: bool) -> Iterator[tuple[str, bool]]:
    """Yield the text for each match, as JSON or a table, and whether the match is valid."""
    if table:
        # It imports all words.
        from scorekeeper.cli.sheet import format_sheet, strip_control_chars

    for _, written in split_matches(stream):
        if is_event(written):
            continue
        try:
            if isinstance(written, MatchFileError):
                raise written
            match = read(written)
        except RuleError as error:
            problem = describe_file_error(error, *find_names(written))
            line = f"Not scored: {strip_control_chars(problem)}.\n" if table else ""
            yield line or json.dumps({"error": problem}), False
        else:
            yield f"{format_sheet(match)}\n" if table else json.dumps(report(match)), True
