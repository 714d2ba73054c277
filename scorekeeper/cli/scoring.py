"""Scoring match files: what is printed for each."""

import json
from collections.abc import Iterator
from typing import BinaryIO

from scorekeeper.cli.matchfiles import Refused, read, split
from scorekeeper.rules import Match
from scorekeeper.rules.notation import report


def results(stream: BinaryIO, *, table: bool) -> Iterator[tuple[str, bool]]:
    """Yield what to print for each match, as JSON or for people, and whether it is a match."""
    for text in split(stream):
        try:
            match = read(text)
        except Refused as error:
            yield _refusal_as_text(error) if table else json.dumps({"error": str(error)}), False
        else:
            yield _sheet(match) if table else json.dumps(report(match)), True


def _refusal_as_text(error: Refused) -> str:
    from scorekeeper.cli.sheet import plain

    return f"Not scored: {plain(str(error))}.\n"


def _sheet(match: Match) -> str:
    from scorekeeper.cli.sheet import sheet

    return f"{sheet(match)}\n"
