"""Lists for a spreadsheet (CSV): one line per hand and side, or one line per match.

The list of hands holds everything a match file does, and the computed points. Numbers stay numbers,
and no text becomes a formula. These lists can't be imported; match files can.
"""

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper import rules
from scorekeeper.rules import match_file

FORMULA_START = re.compile(r"""(^|[;,|\t\r\n])(?=[\s"']*[=+\-@＝＋－＠'])|^(?=[\t\r\n])""")
"""A place before a formula that a spreadsheet would compute, or before a quote it would drop.

A spreadsheet that expects other separators also splits a line inside a text.
"""
BYTE_ORDER_MARK = "\ufeff"
"""Tells a spreadsheet that the list is UTF-8."""
MATCH_FIELDS = (
    *("match", "started", "ended", "place", "note", "game", "house", "first"),
    *("side", "name", "opening_points", "opening_bags"),
    *("player_1", "player_2"),
)
HAND_FIELDS = (
    *("hand", "noted", "hand_note", "redeal", "bid_1", "bid_2", "tricks_1", "tricks_2", "pile"),
    *("tally", "rulings"),
)
SCORE_FIELDS = ("points", "bags", "total_points", "total_bags")
HAND_COLUMNS = (*MATCH_FIELDS, *HAND_FIELDS, *SCORE_FIELDS)
MATCH_COLUMNS = (
    *("match", "started", "ended", "place", "note", "game", "house", "hands", "ending", "winner"),
    *(f"player_{seat}" for seat in range(1, 7)),
    *(f"side_{side}" for side in range(1, 7)),
    *(f"points_{side}" for side in range(1, 7)),
    *(f"bags_{side}" for side in range(1, 7)),
)
AUTOMATIC_BID = "itself"
"""Stands for the bids of a hand that bids itself."""


def write_header(columns: Sequence[str], separator: str) -> bytes:
    return (BYTE_ORDER_MARK + write_line(columns, separator)).encode()


def write_hands(match: rules.Match, public_id: str, separator: str) -> bytes:
    """Return the lines of a match: one per hand and side, or one per side if it has no hands."""
    data = match_file.write(match, public_id)
    lines = []
    for number, hand in enumerate(data["hands"] or [None], start=1):
        score = match.scores[number - 1] if hand else None
        for side in range(len(match.sides)):
            cells = {**_match_cells(data), **_side_cells(match, data, side)}
            if hand is not None:
                cells |= _hand_cells(match, hand, number, side)
            if score is not None:
                of_side = score[side]
                points = (of_side.points, of_side.bags, *of_side.standing)
                cells |= dict(zip(SCORE_FIELDS, points, strict=True))
            lines.append(write_line([cells.get(name) for name in HAND_COLUMNS], separator))
    return "".join(lines).encode()


def write_match(match: rules.Match, public_id: str, separator: str) -> bytes:
    """Return a match as one line: who played, and how it ended."""
    data = match_file.write(match, public_id)
    outcome = match.outcome
    winner = None if outcome is None or outcome.winner is None else match.sides[outcome.winner]
    cells = {
        **_match_cells(data),
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


def _match_cells(data: Mapping[str, Any]) -> dict[str, Any]:
    house = dict(data["house"])
    return {
        "match": write_text(data.get("id", "")),
        "started": data["started"],
        "ended": data["ended"],
        "place": write_text(data["place"]),
        "note": write_text(data["note"]),
        "game": house.pop("game"),
        "house": _as_json(house),
        "first": data["first"] + 1,
    }


def _side_cells(match: rules.Match, data: Mapping[str, Any], side: int) -> dict[str, Any]:
    opening = match.opening[side]
    cells: dict[str, Any] = {
        "side": side + 1,
        "name": write_text(match.sides[side]),
        "opening_points": opening.points,
        "opening_bags": opening.bags,
    }
    for place, seat in enumerate(match.house.game.sides[side], start=1):
        cells[f"player_{place}"] = write_text(data["players"][seat] or "")
    return cells


def _hand_cells(
    match: rules.Match, hand: Mapping[str, Any], number: int, side: int
) -> dict[str, Any]:
    cells: dict[str, Any] = {
        "hand": number,
        "noted": hand.get("noted"),
        "hand_note": write_text(hand.get("note", "")),
        "redeal": hand.get("redeal"),
        "tally": _as_json(hand.get("tally")),
        "rulings": _as_json(hand.get("rulings")),
        "pile": hand.get("piles", {}).get(match.sides[side]),
    }
    bids, tricks = hand.get("bids"), hand.get("tricks")
    for place, seat in enumerate(match.house.game.sides[side], start=1):
        if bids is not None:
            cells[f"bid_{place}"] = str(bids[seat]) if bids else AUTOMATIC_BID
        if tricks is not None:
            cells[f"tricks_{place}"] = tricks[seat]
    return cells


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) if value else ""
