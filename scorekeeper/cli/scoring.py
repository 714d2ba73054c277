"""Scoring match files: what is printed for each."""

import json
from collections.abc import Iterator
from typing import BinaryIO

from scorekeeper.book.transfer.line_reader import split
from scorekeeper.rules import Match, MatchFileError, RuleError
from scorekeeper.rules.match_file import names_in, read, report
from scorekeeper.words.matchfile import refused


def results(stream: BinaryIO, *, table: bool) -> Iterator[tuple[str, bool]]:
    """Yield what to print for each match, as JSON or for people, and whether it is a match."""
    for _, written in split(stream):
        try:
            if isinstance(written, MatchFileError):
                raise written
            match = read(written)
        except RuleError as error:
            told = refused(error, *names_in(written))
            yield _refusal_as_text(told) if table else json.dumps({"error": told}), False
        else:
            yield _sheet(match) if table else json.dumps(report(match)), True


def _refusal_as_text(told: str) -> str:
    from scorekeeper.cli.sheet import plain

    return f"Not scored: {plain(told)}.\n"


def _sheet(match: Match) -> str:
    from scorekeeper.cli.sheet import sheet

    return f"{sheet(match)}\n"
