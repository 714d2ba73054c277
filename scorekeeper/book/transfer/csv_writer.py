"""Lists for a spreadsheet (CSV), such as that of results: one line per match.

Numbers stay numbers, and no text becomes a formula. Lists can't be imported; match files can.
"""

import csv
import io
import json
import re
from collections.abc import Sequence
from typing import Any

from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules import match_file

FORMULA_START = re.compile(r"""(^|[;,|\t\r\n])(?=[\s"']*[=+\-@＝＋－＠'])|^(?=[\t\r\n])""")
"""A place before a formula that a spreadsheet would compute, or before a quote it would drop.

A spreadsheet that expects other separators also splits a line inside a text.
"""
BYTE_ORDER_MARK = "\ufeff"
"""Tells a spreadsheet that the list is UTF-8."""
MATCH_COLUMNS = (
    *("match", "started", "ended", "event", "round", "table", "place", "note", "game", "house"),
    *("hands", "ending", "winner"),
    *(f"player_{seat}" for seat in range(1, 7)),
    *(f"side_{side}" for side in range(1, 7)),
    *(f"points_{side}" for side in range(1, 7)),
    *(f"bags_{side}" for side in range(1, 7)),
)


def write_header(columns: Sequence[str], separator: str) -> bytes:
    return (BYTE_ORDER_MARK + write_line(columns, separator)).encode()


def write_match(stored: StoredMatch, separator: str) -> bytes:
    """Return a match as one line: who played, and how it ended."""
    match, event = stored.match, stored.event
    data = match_file.write(match, stored.public_id)
    house = dict(data["house"])
    outcome = match.outcome
    winner = None if outcome is None or outcome.winner is None else match.sides[outcome.winner]
    cells = {
        "match": write_text(stored.public_id),
        "started": data["started"],
        "ended": data["ended"],
        "event": event and write_text(event.name),
        "round": event and event.round,
        "table": event and event.table,
        "place": write_text(match.place),
        "note": write_text(match.note),
        "game": house.pop("game"),
        "house": json.dumps(house, ensure_ascii=False, separators=(",", ":")) if house else "",
        "hands": sum(score is not None for score in match.scores),
        "ending": outcome and str(outcome.ending),
        "winner": write_text(winner or ""),
    }
    for seat, player in enumerate(match.players, start=1):
        cells[f"player_{seat}"] = write_text(player)
    for side, (name, standing) in enumerate(zip(match.sides, match.standings, strict=True), 1):
        cells[f"side_{side}"] = write_text(name)
        cells[f"points_{side}"] = standing.points
        cells[f"bags_{side}"] = standing.bags
    return write_line([cells.get(name) for name in MATCH_COLUMNS], separator).encode()


def write_text(text: str) -> str:
    """Return the cell of a text, with a quote before anything that looks like a formula.

    >>> write_text("kitchen"), write_text("=1+1"), write_text("'tis"), write_text("x;=1+1")
    ('kitchen', "'=1+1", "''tis", "x;'=1+1")
    """
    return FORMULA_START.sub(r"\1'", text)


def write_line(cells: Sequence[Any], separator: str) -> str:
    """Return a line of a list."""
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerow(cells)
    return text.getvalue()
