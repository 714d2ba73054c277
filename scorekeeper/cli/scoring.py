"""The command `score`."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

import click

from scorekeeper.book.transfer.event_file import is_event
from scorekeeper.book.transfer.reader import split_matches
from scorekeeper.cli.files import open_input
from scorekeeper.rules import MatchFileError, RuleError
from scorekeeper.rules.match_file import find_names, read, report
from scorekeeper.words.errors import describe_file_error


@click.command()
@click.argument("file", default="-")
@click.pass_context
def score(context: click.Context, file: str) -> None:
    """Score match files.

    Reads one match, or several as JSON Lines, from FILE or standard input. Prints JSON Lines.
    """
    all_are_matches = True
    with open_input(file) as stream:
        for result in score_matches(stream):
            click.echo(json.dumps(result))
            all_are_matches = all_are_matches and "error" not in result
    context.exit(0 if all_are_matches else 1)


def score_matches(stream: BinaryIO) -> Iterator[dict[str, Any]]:
    """Yield the score of each match, or an object with its error."""
    for _, written in split_matches(stream):
        if is_event(written):
            continue
        try:
            if isinstance(written, MatchFileError):
                raise written
            yield report(read(written))
        except RuleError as error:
            yield {"error": describe_file_error(error, *find_names(written))}
