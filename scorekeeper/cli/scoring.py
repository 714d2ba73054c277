"""The output of the command `score`."""

import json
from collections.abc import Iterator
from typing import BinaryIO

from scorekeeper.book.transfer.line_reader import split_matches
from scorekeeper.rules import Match, MatchFileError, RuleError
from scorekeeper.rules.match_file import find_names, read, report
from scorekeeper.words.match_file_errors import describe_file_error


def score_matches(stream: BinaryIO, *, table: bool) -> Iterator[tuple[str, bool]]:
    """Yield the text for each match, as JSON or a table, and whether the match is valid."""
    for _, written in split_matches(stream):
        try:
            if isinstance(written, MatchFileError):
                raise written
            match = read(written)
        except RuleError as error:
            told = describe_file_error(error, *find_names(written))
            yield _format_error(told) if table else json.dumps({"error": told}), False
        else:
            yield _format_sheet(match) if table else json.dumps(report(match)), True


def _format_error(told: str) -> str:
    from scorekeeper.cli.sheet import strip_control_chars

    return f"Not scored: {strip_control_chars(told)}.\n"


def _format_sheet(match: Match) -> str:
    from scorekeeper.cli.sheet import format_sheet

    return f"{format_sheet(match)}\n"
